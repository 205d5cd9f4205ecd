// @module-tag data
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretsFrom } from '../../platform/secrets.ts';
import { type AiProvider, startAiProvider } from '../../testing/ai-provider.ts';
import { sureAnswer } from '../../testing/answering.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam } from '../../testing/team.ts';
import { startWorker } from '../../testing/worker.ts';
import { until } from '../../testing/world.ts';

const customers = 40;
const kills = 6;
let server: TestServer;
let provider: AiProvider;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  server = await testServer({ env: { ROLE: 'api' } });
  provider = await startAiProvider();
  provider.answer = () => sureAnswer('Within 30 days.');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.close();
  await provider.close();
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(server.owner, text, values);
const count = async (from: string) => (await sql<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n ?? 0;

async function start(): Promise<ChildProcess> {
  // What the killed process asked is settled at once, not when its time is over.
  await sql(`update answering_messages set due_at = now() where due_at is not null`);
  const child = startWorker({
    ...{ ownerUrl: server.ownerUrl, jobs: 'answering', allowedHosts: provider.host },
    runner: { soleProcess: true },
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await once(child, 'message');
  return child;
}

/** An account whose assistant is on, and customers who write at once. */
async function customersWrite(clientId: string, userId: string, takes: 'unassigned' | 'given'): Promise<void> {
  const sealed = secretsFrom(Buffer.alloc(32)).seal('sk-test', `ai_settings.api_key:${clientId}`);
  await sql(
    `with consent as (
       insert into ai_settings (client_id, base_url, api_key_enc, key_end, model, functions, monthly_tokens, currency, consent_id, changed_by)
       values ($1, $2, $3, '', 'small', '{assistant}', 100000000, 'EUR', gen_random_uuid(), 'x') returning consent_id
     ) insert into ai_members (client_id, user_id, consents)
       select $1, $4, jsonb_build_object('assistant', consent_id) from consent`,
    [clientId, provider.baseUrl, sealed, userId],
  );
  await sql(
    `insert into answering_settings (client_id, is_on, channel_ids, hours, takes, name, min_confidence, most_answers, changed_by)
     select $1, true, array_agg(id), 'always', $2, 'AI assistant', 80, 5, 'x' from channels where client_id = $1`,
    [clientId, takes],
  );
  await sql(
    `insert into help_texts (client_id, id, title, body, created_by, updated_by, request_hash)
     values ($1, gen_random_uuid(), 'Returns', 'Shoes can be returned within 30 days.', 'x', 'x', '\\x00')`,
    [clientId],
  );
  await sql('insert into answering_cursors select client_id, pos from change_counters where client_id = $1', [
    clientId,
  ]);
  await sql(
    `with people as (
       insert into contacts (client_id, id, name) select $1, gen_random_uuid(), 'Person ' || n from generate_series(1, $2::int) n returning id
     ), talks as (
       insert into threads (client_id, id, channel_id, contact_id, to_user_id, window_expires_at)
       select $1, gen_random_uuid(), (select id from channels where client_id = $1 limit 1), id, 'GB.' || id, now() + interval '1 day'
       from people returning id, contact_id, channel_id
     ), written as (
       insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status, content,
         created_by, "timestamp", sort_at)
       select $1, gen_random_uuid(), id, channel_id, contact_id, 'INCOMING', 'INBOX', 'WEBHOOK', 'text', 2,
         jsonb_build_object('body', 'How are shoes returned? ' || translate(md5(id::text), '0123456789', 'ghijklmnop')), 'webhook', now(), now() from talks returning id
     ), counted as (
       update change_counters set pos = pos + $2::int where client_id = $1 returning pos
     ) insert into changes (client_id, pos, collection, row_id, marker, version)
       select $1, pos - $2::int + row_number() over (order by id), 'messages', id::text, 'NEW', 1 from written, counted`,
    [clientId, customers],
  );
  await sql(`update threads t set last_message_id = m.id, last_message_at = m.sort_at, last_sort_at = m.sort_at
     from messages m where m.thread_id = t.id`);
}

/** As the step of an automation writes it. */
async function automationsGive(clientId: string): Promise<void> {
  await sql(
    `with given as (
       insert into thread_events (client_id, id, thread_id, kind, detail, created_by)
       select $1, gen_random_uuid(), id, 'assistant', '{"on": true}', 'bot' from threads where client_id = $1 returning id
     ), counted as (
       update change_counters set pos = pos + $2::int where client_id = $1 returning pos
     ) insert into changes (client_id, pos, collection, row_id, marker, version)
       select $1, pos - $2::int + row_number() over (order by id), 'thread_events', id::text, 'NEW', 1 from given, counted`,
    [clientId, customers],
  );
}

test.each(['unassigned', 'given'] as const)(
  'processes that are killed again and again answer everyone at most once, and ask at most once: %s',
  async (takes) => {
    for (const table of ['answering_messages', 'answering_settings', 'answering_cursors', 'thread_events']) {
      await sql(`delete from ${table}`);
    }
    await sql(`delete from messages where created_by = 'ai'`);
    provider.asked.length = 0;
    const team = await createTeam(server);
    await customersWrite(team.clientId, team.owner.uid, takes);
    if (takes === 'given') await automationsGive(team.clientId);
    const answered = () => count(`answering_messages where state = 'answered'`);
    for (let n = 0; n < kills; n++) {
      const before = await answered();
      const both = [await start(), await start()];
      await until(
        async () => (await answered()) > before || (await count('answering_messages where due_at is not null')) === 0,
      );
      for (const child of both) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    }
    await start();
    await until(async () => {
      const ended = await count(`answering_messages where state in ('answered', 'handed_over')`);
      if (ended < customers)
        await sql(
          `update answering_messages set due_at = now() where state = 'asking' and due_at < now() + interval '50 seconds'`,
        );
      return ended === customers;
    }, 120_000);
    const written = await sql<{ thread_id: string }>(`select thread_id from messages where created_by = 'ai'`);
    expect(new Set(written.map(({ thread_id }) => thread_id)).size).toBe(written.length);
    expect(written).toHaveLength(await answered());
    expect(written.length).toBeGreaterThan(0);
    const questions = provider.asked.map(
      ({ body }) => /returned\? ([a-p]{32})/.exec(body.messages[1]?.content ?? '')?.[1],
    );
    expect(new Set(questions).size).toBe(questions.length);
    const reasons = await sql<{ reason: string }>(
      `select distinct detail->>'reason' as reason from thread_events where kind = 'assistant' and (detail->>'on')::boolean is false`,
    );
    expect(reasons.map(({ reason }) => reason).filter((reason) => reason !== 'interrupted')).toEqual([]);
  },
  240_000,
);
