// @module-tag data
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { flowOf, publish, say, untilRead } from '../../../testing/automations.ts';
import { queryAsOwner, untilApplied } from '../../../testing/inbox.ts';
import { testRandom } from '../../../testing/random.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/*
 * Conversations that go back and forth between Meta's agent, automations and members, with deliveries twice and out of
 * order. `HANDOVER_CONVERSATIONS` makes it longer: 10,000 in the long run.
 */
const conversations = Number(process.env['HANDOVER_CONVERSATIONS'] ?? 200);
const turns = 6;
const atOnce = 16;

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const numberOf = (at: number) => `9991${String(at).padStart(7, '0')}`;

type SimulatedMessage = { id: string; direction: string; content: { body?: string } };
const messagesOf = async (phone: string) =>
  (await world.phone<{ data: SimulatedMessage[] }>('GET', `/phones/${phone}/messages?limit=1000`)).data;

async function inParallel(count: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < count; at = next++) await work(at);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** The conversation, once a message of the customer is in it: a handover may come before. */
async function threadIdOf(phone: string): Promise<string> {
  return until(async () => {
    const [row] = await sql<{ id: string }>(
      'select id from threads where client_id = $1 and to_phone = $2 and window_expires_at is not null',
      [world.clientId, phone],
    );
    return row?.id;
  });
}

/** A member writes: the next message of the customer is theirs. */
async function memberSays(phone: string, text: string): Promise<void> {
  const thread_id = await threadIdOf(phone);
  const body = { id: newId(), channel_id: world.channelId, thread_id, source: 'INBOX' as const };
  const sent = await world.api('POST /api/messages', { body: { ...body, type: 'text', text: { body: text } } });
  if (sent.status !== 201) throw new Error(JSON.stringify(sent.body));
}

/** One conversation, by chance. */
async function converse(at: number, random: () => number): Promise<void> {
  const phone = numberOf(at);
  const agent_text = `Agent of ${at}`;
  await world.phone('POST', '/phones', { phone_number: phone, name: 'Amara', agent_holds: random() < 0.6, agent_text });
  for (let turn = 0; turn < turns; turn++) {
    const body = `Message ${turn} of ${at}`;
    await world.phone('POST', `/phones/${phone}/messages`, { type: 'text', text: { body } });
    const act = random();
    if (act < 0.25) await world.phone('PATCH', `/phones/${phone}`, { agent_holds: false });
    else if (act < 0.5) await world.phone('PATCH', `/phones/${phone}`, { agent_holds: true });
    else if (act < 0.65) await memberSays(phone, `Member ${turn} of ${at}`);
  }
}

test(`${conversations} conversations between agent, automation and members lose nothing and answer nothing twice`, async () => {
  const random = testRandom();
  const settings = { quiet_minutes: 0, max_runs: 100 };
  await publish(world, 'Answer', flowOf({ kind: 'message' }, [say('a', 'The bot answers.')], { settings }));
  await world.phone('POST', '/faults', { webhooks: { duplicate: true, disorder: true } });
  await inParallel(conversations, (at) => converse(at, random));

  const lost: string[] = [];
  const twice: string[] = [];
  await inParallel(conversations, async (at) => {
    const phone = numberOf(at);
    const { said, rows } = await until(async () => {
      const said = await messagesOf(phone);
      const rows = await sql<{ provider_message_id: string; n: number }>(
        `select m.provider_message_id, count(*)::int as n from messages m join threads t on t.id = m.thread_id
         where t.client_id = $1 and t.to_phone = $2 and m.provider_message_id is not null group by 1`,
        [world.clientId, phone],
      );
      const stored = new Set(rows.map((row) => row.provider_message_id));
      return said.every(({ id }) => stored.has(id)) ? { said, rows } : undefined;
    }, 120_000).catch(async () => ({ said: await messagesOf(phone), rows: [] }));
    if (rows.length === 0) lost.push(phone);
    if (rows.some(({ n }) => n > 1)) twice.push(phone);
    const asked = said.filter(({ direction }) => direction === 'from_customer').length;
    const automatic = said.filter(({ content }) => /^(Agent of|The bot)/.test(content.body ?? '')).length;
    if (automatic > asked) twice.push(`${phone}: ${automatic} answers to ${asked} messages`);
  });
  expect(lost, 'messages that are missing').toEqual([]);
  expect(twice, 'stored or answered twice').toEqual([]);
  await untilApplied(world.server.owner, 600_000);
  await untilRead(world, 600_000);
  const answered = await sql<{ id: string }>(
    `select m.id from messages m join automation_runs r on r.client_id = m.client_id and r.message_id = m.id
     where m.client_id = $1 and m.extras ? 'standby'`,
    [world.clientId],
  );
  expect(answered, 'messages to the agent that an automation answered').toEqual([]);
}, 3_600_000);

test('a member takes over at once', async () => {
  await world.phone('DELETE', '/faults');
  const took: number[] = [];
  for (let at = 0; at < 20; at++) {
    const phone = numberOf(conversations + at);
    await world.phone('POST', '/phones', { phone_number: phone, name: 'Ben', agent_holds: true });
    await world.phone('POST', `/phones/${phone}/messages`, { type: 'text', text: { body: 'Hello' } });
    const id = await threadIdOf(phone);
    const held = () => world.api('GET /api/threads/{id}', { params: { id } });
    await until(async () => (await held()).body.holder?.by === 'ai_agent');
    const began = performance.now();
    if (at % 2 === 0) await memberSays(phone, 'I am Ana');
    else await world.api('POST /api/threads/{id}/control', { params: { id }, body: { action: 'take' } });
    await until(async () => {
      const phoneNow = await world.phone<{ agent_holds: boolean }>('GET', `/phones/${phone}`);
      return !phoneNow.agent_holds && (await held()).body.holder?.by === 'us';
    });
    took.push(performance.now() - began);
  }
  took.sort((one, two) => one - two);
  console.log(`take-over: median ${Math.round(took[10] ?? 0)} ms, longest ${Math.round(took.at(-1) ?? 0)} ms`);
});
