import type { Message, Thread } from '@parley/contract/types';
import { textFromCustomer } from '@parley/whatsapp-fixtures';
import type pg from 'pg';
import { newId } from '../platform/ids.ts';
import { freshPhone } from './phones.ts';
import { freshWamid, nowS, until, type World } from './world.ts';

const turns = new WeakMap<pg.Client, Promise<unknown>>();

/** A query on the owner's one connection, also for several parts of a test at once. */
export function queryAsOwner<R extends pg.QueryResultRow>(
  owner: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const answer = (turns.get(owner) ?? Promise.resolve()).then(async () => (await owner.query<R>(text, values)).rows);
  turns.set(
    owner,
    answer.catch(() => undefined), // The caller handles the error.
  );
  return answer;
}

/** Resolves when every stored delivery is applied. */
export async function untilApplied(owner: pg.Client, withinMs = 40_000): Promise<void> {
  await until(async () => {
    const [row] = await queryAsOwner<{ waiting: number }>(
      owner,
      'select count(*)::int as waiting from webhook_events e join ingest_partitions p using (partition) where e.seq > p.applied_seq',
    );
    return row?.waiting === 0;
  }, withinMs);
}

/**
 * Resolves when another connection waits for a lock that the owner's one holds: others in the same PostgreSQL, which
 * belong to other tests, do not count.
 * @param table the one whose lock is waited for; default any lock
 */
export async function untilBlocked(owner: pg.Client, table?: string): Promise<void> {
  await until(async () => {
    const waiting = await queryAsOwner(
      owner,
      `select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
       and ($1::text is null or relation = to_regclass($1))`,
      [table],
    );
    return waiting.length > 0;
  }, 60_000);
}

/** A customer's message, which creates a thread with an open window. */
export async function customerWrites(
  world: World,
  from = freshPhone(),
  body = 'Hello',
  timestampS = nowS(),
): Promise<Thread> {
  return customerSends(world, from, { type: 'text', text: { body } }, timestampS);
}

/** The same for a message of any kind, as WhatsApp delivers it. @param message its `type` and content */
export async function customerSends(
  world: World,
  from: string,
  message: Record<string, unknown> & { id?: string },
  timestampS = nowS(),
): Promise<Thread> {
  const id = message.id ?? freshWamid();
  const value = textFromCustomer({ id, from, body: '', name: 'Amara Okafor', timestampS });
  const [given] = (value as unknown as { messages: Record<string, unknown>[] }).messages;
  delete given?.['text'];
  Object.assign(given ?? {}, message);
  await world.deliver(value);
  const found = await until(async () => {
    const [row] = await queryAsOwner<{ thread_id: string }>(
      world.server.owner,
      'select thread_id from messages where client_id = $1 and provider_message_id = $2',
      [world.clientId, id],
    );
    return row;
  });
  return (await world.api('GET /api/threads/{id}', { params: { id: found.thread_id } })).body;
}

/** The body of a text message to a thread; `changes` replace or add fields. */
export function textBody(thread: Thread, body: string, changes: Record<string, unknown> = {}) {
  return {
    id: newId(),
    channel_id: thread.channel_id,
    thread_id: thread.id,
    source: 'INBOX' as const,
    type: 'text' as const,
    text: { body },
    ...changes,
  };
}

export async function getMessage(world: World, id: string): Promise<Message> {
  return (await world.api('GET /api/messages/{id}', { params: { id } })).body;
}

export type OutgoingRow = {
  id?: string;
  status?: number;
  sendState?: string;
  attempt?: number;
  providerId?: string | null;
  /** Provider ids of earlier attempts, oldest first. */
  earlier?: string[];
  channelId?: string;
};

/** A sent message in the table, without a trigger: the dispatcher ignores it. @returns its id */
export async function insertOutgoing(world: World, thread: Thread, row: OutgoingRow = {}): Promise<string> {
  const id = row.id ?? newId();
  await queryAsOwner(
    world.server.owner,
    `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, "to", source, medium, type, status,
       send_state, attempt, provider_message_id, content, created_by, "timestamp", sort_at)
     values ($1, $2, $3, $4, $5, 'OUTGOING', $6, 'INBOX', 'WEB_APP', 'text', $7, $8, $9, $10,
       '{"body": "Good morning", "preview_url": false}', $11, date_trunc('milliseconds', now()), date_trunc('second', now()))`,
    [
      world.clientId,
      id,
      thread.id,
      row.channelId ?? thread.channel_id,
      thread.contact_id,
      thread.contact.phone_number,
      row.status ?? 0,
      row.sendState ?? 'started',
      row.attempt ?? 1,
      row.providerId ?? null,
      world.user.uid,
    ],
  );
  for (const [index, providerId] of (row.earlier ?? []).entries()) {
    await queryAsOwner(world.server.owner, 'insert into message_attempts values ($1, $2, $3, $4, $5)', [
      world.clientId,
      row.channelId ?? thread.channel_id,
      providerId,
      id,
      index + 1,
    ]);
  }
  return id;
}
