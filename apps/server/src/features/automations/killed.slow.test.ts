// @module-tag data
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Flow } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnsweringServer, json, startAnsweringServer } from '../../testing/answering-server.ts';
import { flowOf, keyword, say } from '../../testing/automations.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { runsLongTests } from '../../testing/long-tests.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Team } from '../../testing/team.ts';
import { startWorker } from '../../testing/worker.ts';
import { until } from '../../testing/world.ts';

let server: TestServer;
let team: Team;
let other: AnsweringServer;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  // The engine runs in processes that this test starts and kills.
  server = await testServer({ env: { ROLE: 'api' } });
  team = await createTeam(server);
  other = await startAnsweringServer();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.close();
  await other.close();
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(server.owner, text, values);

async function start(): Promise<ChildProcess> {
  // Calls that the killed process made are repeated at once, not when their time is over.
  await sql(`update automation_runs set due_at = now() where state = 'CALLING'`);
  const child = startWorker({
    ...{ ownerUrl: server.ownerUrl, jobs: 'automations', allowedHosts: other.host },
    runner: { soleProcess: true },
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await once(child, 'message');
  return child;
}

const customers = runsLongTests ? 150 : 50;
const mostKills = runsLongTests ? 20 : 7;

/** Customers who write at once, each in a conversation of their own. */
async function customersWrite(clientId: string, channelId: string): Promise<void> {
  await sql(
    `with people as (
       insert into contacts (client_id, id, name) select $1, gen_random_uuid(), 'Person ' || n from generate_series(1, $3::int) n returning id
     ), talks as (
       insert into threads (client_id, id, channel_id, contact_id, to_user_id, window_expires_at)
       select $1, gen_random_uuid(), $2, id, 'GB.' || id, now() + interval '1 day' from people returning id, contact_id
     ), written as (
       insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status, content,
         created_by, "timestamp", sort_at)
       select $1, gen_random_uuid(), id, $2, contact_id, 'INCOMING', 'INBOX', 'WEBHOOK', 'text', 2, '{"body": "slow please"}',
         'webhook', now(), now() from talks returning id
     ), counted as (
       update change_counters set pos = pos + $3::int where client_id = $1 returning pos
     ) insert into changes (client_id, pos, collection, row_id, marker, version)
       select $1, pos - $3::int + row_number() over (order by id), 'messages', id::text, 'NEW', 1 from written, counted`,
    [clientId, channelId, customers],
  );
}

test('killed again and again, every run with waits and a called address sends each of its messages once', async () => {
  const { clientId } = team;
  const post = <T>(path: string, body: object) => team.call<T>(team.owner, 'POST', path, body);
  const wait = (id: string, next: string): Flow['steps'][number] => ({ id, kind: 'wait', minutes: 1, next });
  other.answers.set('/state', json({ state: 'two' }));
  const call: Flow['steps'][number] = {
    ...{ id: 'u', kind: 'call_url', method: 'POST', url: other.url('/state'), headers: [], body: '', sample: '' },
    ...{ save: [{ path: 'state', name: 'State' }], next: 'w1', otherwise: null },
  };
  const steps = [
    say('a', 'one', 'u'),
    call,
    wait('w1', 'b'),
    say('b', '{{State}}', 'w2'),
    wait('w2', 'c'),
    say('c', 'three'),
  ];
  const { body } = await post<{ id: string }>('/automations', { name: 'Slow', flow: flowOf(keyword('slow'), steps) });
  expect((await post(`/automations/${body.id}/publish`, {})).status).toBe(200);
  const [channel] = await sql<{ id: string }>('select id from channels where client_id = $1', [clientId]);
  await customersWrite(clientId, channel?.id ?? '');
  const finished = async () => {
    // As if the minutes had passed.
    await sql(`update automation_runs set due_at = now() where state = 'WAITING' and due_at > now()`);
    const [row] = await sql<{ n: number }>(`select count(*)::int as n from automation_runs where state = 'FINISHED'`);
    return row?.n === customers;
  };
  let kills = 0;
  for (; kills < mostKills && !(await finished()); kills++) {
    const child = await start();
    const sent = async () =>
      (await sql<{ n: number }>(`select count(*)::int as n from messages where created_by = 'bot'`))[0]?.n ?? 0;
    const before = await sent();
    await until(async () => (await finished()) || (await sent()) >= before + 8);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await start();
  await until(finished, 120_000);
  expect(kills).toBeGreaterThan(mostKills / 2);
  const texts = await sql(
    `select content->>'body' as text, count(*)::int as n, count(distinct thread_id)::int as threads
     from messages where created_by = 'bot' group by 1 order by 1`,
  );
  expect(texts).toEqual(['one', 'three', 'two'].map((text) => ({ text, n: customers, threads: customers })));
  const inOrder = await sql(
    `select thread_id from messages where created_by = 'bot' group by thread_id
     having array_agg(content->>'body' order by sort_at) <> array['one', 'two', 'three']`,
  );
  expect(inOrder).toEqual([]);
  const [lines] = await sql<{ n: number }>('select count(*)::int as n from automation_run_steps');
  expect(lines?.n).toBe(customers * 7);
  // Called at least once, and always with the same key of its run.
  const keys = other.of('/state').map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(customers);
}, 400_000);
