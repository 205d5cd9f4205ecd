/**
 * The engine's limit for sends: BEGIN, three named inserts, COMMIT, pipelined on 16 connections. No HTTP, no checks,
 * no policies, no foreign keys; one transaction per connection at a time.
 */
import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { serveCommands } from '../harness/worker.ts';

export type EngineCommands = {
  open(input: { databaseUrl: string; connections: number }): Promise<void>;
  /** @returns milliseconds for all of them */
  run(input: { transactions: number; accounts: number }): Promise<{ elapsedMs: number }>;
  count(input: null): Promise<{ messages: number; triggers: number; changes: number }>;
};

const tables = `
  create table if not exists engine_messages (client_id uuid not null, id uuid not null, thread_id uuid not null, content jsonb
    not null, status smallint not null, created_by text not null, created_at timestamptz not null default now(),
    primary key (client_id, id));
  create index if not exists engine_messages_thread on engine_messages (client_id, thread_id, id desc);
  create table if not exists engine_triggers (client_id uuid not null, id uuid not null, message_id uuid not null, meta_data
    jsonb not null, payload jsonb not null, created_at timestamptz not null default now(), primary key (client_id, id));
  create table if not exists engine_changes (id bigint generated always as identity primary key, client_id uuid not null,
    collection text not null, row_id text not null, version bigint not null);`;
const messageText =
  'insert into engine_messages (client_id, id, thread_id, content, status, created_by) values ($1, $2, $3, $4, 0, $5)';
const triggerText =
  'insert into engine_triggers (client_id, id, message_id, meta_data, payload) values ($1, $2, $3, $4, $5)';
const changeText = "insert into engine_changes (client_id, collection, row_id, version) values ($1, 'messages', $2, 1)";

let clients: pg.Client[] = [];

async function open(databaseUrl: string, connections: number): Promise<void> {
  clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl, pipeline: true } as pg.ClientConfig);
      client.on('error', (error) => console.error(error.message));
      await client.connect();
      return client;
    }),
  );
  await clients[0]?.query(tables);
}

async function send(client: pg.Client, account: number, n: number): Promise<void> {
  const clientId = `01990004-0000-7000-8000-${String(account).padStart(12, '0')}`;
  const threadId = `01990005-0000-7000-8000-${String(n % 500).padStart(12, '0')}`;
  const id = randomUUIDv7();
  const content = { body: `Your order ${n} has left our house and should be with you tomorrow before noon.` };
  const meta = { type: 'individual', client_id: clientId, thread_id: threadId, message_id: id, to: '4915100000000' };
  const payload = { to: '+4915100000000', type: 'text', text: content };
  const answers = await Promise.all([
    client.query('BEGIN'),
    client.query({
      name: 'message',
      text: messageText,
      values: [clientId, id, threadId, JSON.stringify(content), 'bench'],
    }),
    client.query({
      name: 'trigger',
      text: triggerText,
      values: [clientId, randomUUIDv7(), id, JSON.stringify(meta), JSON.stringify(payload)],
    }),
    client.query({ name: 'change', text: changeText, values: [clientId, id] }),
    client.query('COMMIT'),
  ]);
  if (answers[4].command !== 'COMMIT') throw new Error('the engine rolled back');
}

async function run(transactions: number, accounts: number): Promise<{ elapsedMs: number }> {
  const began = performance.now();
  let next = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (let n = next++; n < transactions; n = next++) await send(client, n % accounts, n);
    }),
  );
  return { elapsedMs: performance.now() - began };
}

const commands: EngineCommands = {
  open: ({ databaseUrl, connections }) => open(databaseUrl, connections),
  run: ({ transactions, accounts }) => run(transactions, accounts),
  async count() {
    const answer = await clients[0]?.query<{ m: string; t: string; c: string }>(
      `select (select count(*) from engine_messages) as m, (select count(*) from engine_triggers) as t,
         (select count(*) from engine_changes) as c`,
    );
    const row = answer?.rows[0];
    return { messages: Number(row?.m), triggers: Number(row?.t), changes: Number(row?.c) };
  },
};
serveCommands(commands);
