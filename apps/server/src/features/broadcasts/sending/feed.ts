import { createHash } from 'node:crypto';
import { fillTemplate, templateDisplay } from '@parley/contract/template-fill';
import { templateFillProblems } from '@parley/contract/template-fill-check';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { idFromKey, newId } from '../../../platform/ids.ts';
import { ensurePeople, type Person, personKey, phoneMatchKey, planEach } from '../../contacts/public.ts';
import {
  addMessages,
  ensureThreads,
  type OutgoingMessage,
  retryMessages,
  type SendVerdict,
  threadKey,
  type WantedThread,
} from '../../inbox/public.ts';
import { addChanges } from '../../sync/public.ts';
import {
  countReceivers,
  type Held,
  holdersNow,
  holdRunning,
  type Next,
  noteSpread,
  type Turn,
  takeNext,
  whoHadIt,
  writeTurns,
} from './feed-repo.ts';
import { spreadAllowance } from './rules.ts';
import { mirrorMessages } from './tally-repo.ts';

/** Replies of people go first. */
const priority = 10;

/** What one turn of a broadcast did. */
export type Fed = {
  /** People whose turn it was. */
  taken: number;
  skipped: number;
};

export type Feeding = {
  id: string;
  /** How many messages of broadcasts may wait in the channel's lane. */
  lane: number;
  /** How many broadcasts share that channel. */
  sharing: number;
  /** How many at most in one transaction. */
  limit: number;
};

/**
 * One turn of a broadcast: messages, triggers and who they belong to in one transaction, so that nobody gets it twice
 * and nobody is left out whenever this process ends.
 * @returns null when it does not run any more
 */
export async function feedOnce(tx: TenantTx, { id, lane, sharing, limit }: Feeding): Promise<Fed | null> {
  // The first broadcast fills tables that were empty a second ago: plans of then would read all of them for each person.
  await tx.rows(planEach);
  const held = await holdRunning(tx, id, lane);
  if (held === null) return null;
  const room = Math.min(limit, Math.ceil((lane - held.in_lane) / sharing));
  const allowed = room > 0 ? await withinSpread(tx, held, room) : 0;
  if (allowed <= 0) return { taken: -1, skipped: 0 };
  const people = await takeNext(tx, id, allowed);
  if (people.length === 0) return { taken: 0, skipped: 0 };
  const turns = [
    ...(await sendAgain(
      tx,
      held,
      people.filter((person) => person.message_id !== null),
    )),
    ...(await sendFirst(
      tx,
      held,
      people.filter((person) => person.message_id === null),
    )),
  ];
  await writeTurns(tx, id, turns);
  return { taken: people.length, skipped: turns.filter(({ reason }) => reason !== null).length };
}

/** How many of those that fit may go now, for one that is spread over hours. */
async function withinSpread(tx: TenantTx, held: Held, room: number): Promise<number> {
  const hours = held.schedule.spread_hours ?? null;
  if (hours === null) return room;
  const perSecond = (await countReceivers(tx, held.id)) / (hours * 3_600);
  const { count, at } = spreadAllowance(perSecond, held.spread_at, held.now, room);
  if (count > 0) await noteSpread(tx, held.id, at);
  return count;
}

/** The next attempt of messages that failed, are held or unknown; what arrived meanwhile stays as it is. */
async function sendAgain(tx: TenantTx, held: Held, people: readonly Next[]): Promise<Turn[]> {
  const attempts = people.map(({ message_id: messageId }) => ({ messageId: messageId ?? '', triggerId: newId() }));
  const rows = await retryMessages(tx, attempts, { createdBy: held.created_by, metaType: 'campaign', priority });
  const sent = new Set(rows.map((row) => row.id));
  await mirrorMessages(
    tx,
    attempts.flatMap(({ messageId }) => (sent.has(messageId) ? [] : [messageId])),
  );
  return people.map(({ n }) => ({ n, contact_id: null, message_id: null, reason: null }));
}

async function sendFirst(tx: TenantTx, held: Held, people: readonly Next[]): Promise<Turn[]> {
  if (people.length === 0) return [];
  const contacts = await contactsOf(tx, held, people);
  const had = await whoHadIt(tx, held.id, [...new Set(contacts.values())]);
  const turns: Turn[] = [];
  const going: Array<{ person: Next; contactId: string; content: Record<string, unknown> }> = [];
  for (const person of people) {
    const contactId = contacts.get(person.n) ?? null;
    const content = contentFor(held, person);
    const reason =
      contactId === null
        ? 'no_way_to_reach'
        : had.has(contactId)
          ? 'duplicate'
          : content === null
            ? 'missing_value'
            : null;
    if (reason === null && contactId !== null && content !== null) {
      had.add(contactId);
      going.push({ person, contactId, content });
    } else turns.push({ n: person.n, contact_id: contactId, message_id: null, reason });
  }
  return [...turns, ...(await send(tx, held, going))];
}

/** Who the people are by now, by their place: whoever was merged since, or is new by their number. */
async function contactsOf(tx: TenantTx, held: Held, people: readonly Next[]): Promise<Map<number, string>> {
  const reachable = people.filter((person) => person.phone_number !== null || person.to_user_id !== null);
  const known = reachable.filter((person) => person.contact_id !== null);
  const holders = await holdersNow(tx, known.map(identityOf));
  const contacts = new Map(known.flatMap((person, place) => entry(person.n, holders.get(place))));
  const strangers = new Map<string, { person: Person; places: number[] }>();
  for (const next of reachable) {
    if (next.contact_id !== null) continue;
    const person: Person = {
      clientId: tx.clientId,
      ...identityOf(next),
      value: next.phone_number ?? next.to_user_id ?? '',
      name: next.name,
      username: null,
      other: null,
      ...(held.sandbox ? { sandbox: true } : {}),
    };
    const there = strangers.get(personKey(person));
    if (there === undefined) strangers.set(personKey(person), { person, places: [next.n] });
    else there.places.push(next.n);
  }
  if (strangers.size === 0) return contacts;
  const wanted = [...strangers.values()].map(({ person }) => person);
  const { contactIds, changes } = await ensurePeople(tx, wanted, newId);
  for (const [key, { places }] of strangers) {
    for (const n of places) for (const [place, id] of entry(n, contactIds.get(key))) contacts.set(place, id);
  }
  if (changes.length > 0) {
    await addChanges(
      tx,
      changes.map(({ id, marker, version }) => ({ collection: 'contacts', id, marker, version })),
    );
  }
  return contacts;
}

const entry = (n: number, id: string | undefined): Array<[number, string]> => (id === undefined ? [] : [[n, id]]);

function identityOf({ phone_number, to_user_id }: Next): { kind: 'phone' | 'user'; key: string } {
  return phone_number === null
    ? { kind: 'user', key: to_user_id ?? '' }
    : { kind: 'phone', key: phoneMatchKey(phone_number) };
}

/** What the customer gets; null when a value is missing, which never leaves. */
function contentFor({ template, template_id }: Held, { values }: Next): Record<string, unknown> | null {
  const components = fillTemplate(template, values);
  if (templateFillProblems(template, components).length > 0) return null;
  const { name, language } = template;
  return { id: template_id, name, language, components, display: templateDisplay(template, components) };
}

type Going = { person: Next; contactId: string; content: Record<string, unknown> };

async function send(tx: TenantTx, held: Held, going: readonly Going[]): Promise<Turn[]> {
  if (going.length === 0) return [];
  const { clientId } = tx;
  const wanted = going.map(
    ({ person, contactId }): WantedThread => ({
      clientId,
      channelId: held.channel_id,
      contactId,
      toPhone: person.phone_number,
      toUserId: person.phone_number === null ? person.to_user_id : null,
      // Nothing is to be done until they answer.
      state: 'DONE',
    }),
  );
  const { threadIds, made } = await ensureThreads(tx, wanted, newId);
  if (made.size > 0) {
    await addChanges(
      tx,
      [...made].map((id) => ({ collection: 'threads', id, marker: 'NEW', version: 1 })),
    );
  }
  const messages = going.map((one, place): OutgoingMessage => {
    const thread = wanted[place];
    const threadId = thread === undefined ? undefined : threadIds.get(threadKey(thread));
    if (threadId === undefined) throw new Error('a thread could not be made');
    return messageFor(tx, held, one, threadId);
  });
  const results = await addMessages(tx, messages);
  return going.map(({ person, contactId }, place) => {
    const { id = null } = messages[place] ?? {};
    const verdict = results[place]?.verdict;
    if (verdict === undefined) throw new Error('a send came back without a result');
    const reason = reasonFor(verdict);
    return { n: person.n, contact_id: contactId, message_id: reason === null ? id : null, reason };
  });
}

function messageFor(tx: TenantTx, held: Held, { person, content }: Going, threadId: string): OutgoingMessage {
  return {
    // The same however often it is tried: also after a restore it is this person's message.
    id: idFromKey(tx.clientId, 'campaign', held.id, String(person.n)),
    triggerId: newId(),
    threadId,
    channelId: held.channel_id,
    source: held.area,
    medium: held.created_by.startsWith('api:') ? 'API' : 'WEB_APP',
    type: 'template',
    content,
    marketing: held.template.category === 'MARKETING',
    contextMessageId: null,
    confirmSeen: null,
    requestHash: createHash('sha256').update(`${held.id}/${person.n}`).digest('hex'),
    createdBy: held.created_by,
    metaType: 'campaign',
    priority,
  };
}

/** Why somebody gets nothing, by what the door said; null when it is on its way. */
function reasonFor(verdict: SendVerdict): string | null {
  switch (verdict) {
    case 'ok':
    case 'exists':
      return null;
    case 'no_marketing':
      return 'opted_out';
    case 'suppressed':
    case 'not_a_test_phone':
      return verdict;
    // What cannot be for a template into a conversation that is held: the whole turn is undone and tried again.
    default:
      throw new Error(`a broadcast was refused as ${verdict}`);
  }
}
