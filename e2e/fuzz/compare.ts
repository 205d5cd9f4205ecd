import type pg from 'pg';
import { type Check, check } from '../chaos/check.ts';
import type { Environment } from '../chaos/environment.ts';
import { movingFrom, type Target } from './deliveries.ts';
import type { MessageOwner } from './expected-owners.ts';

type MessageRow = {
  provider_message_id: string;
  channel_id: string;
  to: string | null;
  contact_id: string;
  thread_contact: string;
  thread_channel: string;
  /** Whether the contact has the identity of the message. */
  own: boolean;
  /** Sent by Parley: the confirmation of an opt-out or opt-in, which no delivery contains. */
  confirmation: boolean;
  /** Whether its number received a message in the same thread. */
  answers: boolean;
};

/** Compares stored rows with the contents of the deliveries. */
export async function compare(
  owner: pg.Client,
  world: Environment,
  targets: readonly Target[],
  belongs: ReadonlyMap<string, MessageOwner[]>,
): Promise<Check[]> {
  const { rows: messages } = await owner.query<MessageRow>(
    `select m.provider_message_id, m.channel_id, m."to", m.contact_id, t.contact_id as thread_contact,
       t.channel_id as thread_channel, exists (select from contact_identities i where i.client_id = m.client_id
         and i.contact_id = m.contact_id and i.value in (m."to", m.to_user_id)) as own,
       m.created_by = 'bot' as confirmation,
       exists (select from messages a where a.client_id = m.client_id and a.thread_id = m.thread_id
         and a.direction = 'INCOMING' and a.channel_id = m.channel_id) as answers
     from messages m join threads t on t.client_id = m.client_id and t.id = m.thread_id
     where m.provider_message_id is not null`,
  );
  const numberOf = new Map(targets.map(({ channelId, phoneNumberId }) => [channelId, phoneNumberId]));
  return [
    check(
      'every message stands with the number it was sent to',
      messages.length,
      wrongNumbers(messages, belongs, numberOf),
    ),
    check('every message stands in the thread of who wrote it', messages.length, wrongThreads(messages, belongs)),
    ...(await wrongStatistics(owner)),
    ...(await foreignRows(owner, targets)),
    await readable(world, owner),
  ];
}

function wrongNumbers(
  messages: readonly MessageRow[],
  belongs: ReadonlyMap<string, MessageOwner[]>,
  numberOf: ReadonlyMap<string, string>,
): string[] {
  return messages.flatMap(({ provider_message_id: id, channel_id, confirmation, answers }) => {
    if (confirmation) return answers ? [] : [`${id}: confirms what nobody wrote to its number`];
    const said = belongs.get(id) ?? [];
    // A bare integer above 2^53: the plain parse of the test rounds it, the server does not.
    if (said.length === 0 && /^\d{16,}$/.test(id)) return [];
    const number = numberOf.get(channel_id);
    return said.some(({ phoneNumberId }) => phoneNumberId === number)
      ? []
      : [`${id} of ${JSON.stringify(said)}: ${number}`];
  });
}

function wrongThreads(messages: readonly MessageRow[], belongs: ReadonlyMap<string, MessageOwner[]>): string[] {
  return messages.flatMap((message) => {
    const { provider_message_id: id, to, contact_id, thread_contact, thread_channel, channel_id, own } = message;
    if (contact_id !== thread_contact || channel_id !== thread_channel) return [`${id}: thread of another`];
    if (!own && !mayHaveMoved(to)) return [`${id} from ${to}: the contact has no such identity`];
    const senders = (belongs.get(id) ?? []).map(({ from }) => from);
    // If a sender's number cannot be parsed plainly, the user id beside it identifies the sender.
    const plain = senders.length > 0 && senders.every((from) => /^\d{5,20}$/.test(from));
    if (to === null || !plain || senders.includes(to)) return [];
    return [`${id} from ${senders.join()}: filed under ${to}`];
  });
}

const mayHaveMoved = (phone: string | null): boolean => phone === null || Number(phone.slice(-2)) >= movingFrom;

async function wrongStatistics(owner: pg.Client): Promise<Check[]> {
  const { rows: counts } = await owner.query<{
    channel_id: string;
    received: number;
    stored: number;
    refused: number;
    kept: number;
  }>(
    `select b.channel_id, sum(b.received)::int as received, sum(b.stored)::int as stored, sum(b.refused)::int as refused,
       (select count(*)::int from webhook_refusals r where r.channel_id = b.channel_id and not r.stored) as kept
     from webhook_statistics b group by b.channel_id`,
  );
  const { rows: failed } = await owner.query<{ detail: { why: string } }>(
    "select detail from webhook_refusals where reason = 'could_not_apply'",
  );
  return [
    check(
      'received is stored and refused, and every refused part is kept with its reason',
      counts.length,
      counts
        .filter(({ received, stored, refused, kept }) => received !== stored + refused || kept !== refused)
        .map((row) => JSON.stringify(row)),
    ),
    check(
      'nothing was set aside because it could not be written',
      1,
      failed.map(({ detail }) => detail.why),
    ),
  ];
}

/** Rows of an account may only come from deliveries signed by its own app. */
async function foreignRows(owner: pg.Client, targets: readonly Target[]): Promise<Check[]> {
  const foreign = targets[2];
  if (foreign === undefined) return [];
  const { rows } = await owner.query<{ n: number; allowed: number }>(
    `select (select count(*)::int from messages m where m.channel_id = $1) as n,
       (select count(*)::int from webhook_events e where e.channel_id = $1) as allowed`,
    [foreign.channelId],
  );
  const { n = 0, allowed = 0 } = rows[0] ?? {};
  return [
    check('another account has no message without a delivery of its own', 1, n > 0 && allowed === 0 ? [`${n}`] : []),
  ];
}

/** Stored rows can be shown: the API returns every thread within its contract. */
async function readable(world: Environment, owner: pg.Client): Promise<Check> {
  const switched = await world.session.call('POST', '/api/auth/switch', { body: { client_id: world.clientId } });
  if (switched.status === 200) world.session.idToken = (switched.body as { id_token: string }).id_token;
  const { rows } = await owner.query<{ id: string }>('select id from threads where client_id = $1 limit 300', [
    world.clientId,
  ]);
  const wrong: string[] = [];
  for (const { id } of rows) {
    const { status, body } = await world.session.call('GET', `/api/threads/${id}/messages?limit=200`);
    if (status !== 200) wrong.push(`${id}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
  }
  return check('every thread can be read', rows.length, wrong);
}
