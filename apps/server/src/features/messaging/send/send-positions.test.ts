// @module-tag data
import type { Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, queryAsOwner, textBody, untilBlocked } from '../../../testing/inbox.ts';
import { sendQueries } from '../../../testing/send-queries.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
let threads: Thread[];
const { sql, count } = sendQueries(() => world);

beforeAll(async () => {
  world = await testWorld();
  threads = [await customerWrites(world), await customerWrites(world)];
  await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'PAUSED' } });
});
afterAll(() => world.close());

/** Every position of the account's feed has one change. */
async function expectDense(): Promise<void> {
  await until(async () => (await count('changes_new')) === 0);
  const [row] = await sql<{ n: number; positions: number; head: number }>(
    `select count(*)::int as n, count(distinct pos)::int as positions,
       (select pos::int from change_counters where client_id = $1) as head from changes where client_id = $1`,
    [world.clientId],
  );
  expect(row).toEqual({ n: row?.head, positions: row?.head, head: row?.head });
}

const send = (body: ReturnType<typeof textBody>) => world.api('POST /api/messages', { body });

test.each([
  ['a send', false],
  // Its transaction goes on after the message, with the draft.
  ['a send that empties a draft', true],
])('%s that waits for the counter of the feed goes after what moved it', async (_name, draft) => {
  const { owner } = world.server;
  const [thread] = threads as [Thread];
  const body = textBody(thread, 'Good morning');
  if (draft) {
    const saved = { text: 'Good morning', updated_at: new Date(Date.now() - 1_000).toISOString() };
    await world.api('PUT /api/threads/{id}/draft', { params: { id: thread.id }, body: saved });
    await until(async () => (await count('changes_new')) === 0);
  }
  await queryAsOwner(owner, 'begin');
  const [moved] = await queryAsOwner<{ pos: number }>(
    owner,
    'update change_counters set pos = pos + 1 where client_id = $1 returning pos',
    [world.clientId],
  );
  await queryAsOwner(
    owner,
    `insert into changes (client_id, pos, collection, row_id, marker, version) values ($1, $2, 'threads', $3, 'MODIFIED', 1)`,
    [world.clientId, moved?.pos, thread.id],
  );
  const sent = send(draft ? ({ ...body, clear_draft_at: new Date().toISOString() } as typeof body) : body);
  await untilBlocked(owner);
  await queryAsOwner(owner, 'commit');
  expect((await sent).status).toBe(201);
  await expectDense();
  const rows = await sql<{ collection: string; marker: string }>(
    // What the server tells of the channel meanwhile may be anywhere.
    `select collection, marker from changes where client_id = $1 and pos > $2
       and collection in ('messages', 'threads') order by pos`,
    [world.clientId, moved?.pos],
  );
  expect(rows.slice(0, 2)).toEqual([
    { collection: 'messages', marker: 'NEW' },
    { collection: 'threads', marker: 'MODIFIED' },
  ]);
});

test('sends at once have positions without gaps, each message before its conversation', async () => {
  const bodies = Array.from({ length: 60 }, (_, at) => textBody(threads[at % 2] as Thread, `Number ${at}`));
  const answers = await Promise.all(bodies.map(send));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  await expectDense();
  const rows = await sql<{ n: number }>(
    `select count(*)::int as n from changes c where client_id = $1 and collection = 'messages' and row_id = any($2)`,
    [world.clientId, bodies.map(({ id }) => id)],
  );
  expect(rows).toEqual([{ n: bodies.length }]);
});
