// The three records, after everything has settled.
import type { Message, Thread } from '@parley/contract/types';
import type { Page, PhoneMessage, SendRecord } from '@parley/whatsapp-simulator';
import type pg from 'pg';
import type { Environment } from './environment.ts';
import type { Session } from './session.ts';

/** The phones' side: every send accepted by the provider, and the messages on each phone. */
export type PhoneRecords = { sends: SendRecord[]; receivedByPhone: Map<string, PhoneMessage[]> };

export type MessageInDatabase = {
  id: string;
  thread_id: string;
  contact_id: string;
  direction: 'INCOMING' | 'OUTGOING';
  status: number;
  send_state: string | null;
  attempt: number;
  body: string | null;
  provider_message_id: string | null;
  /** Its time, for customers' the provider's; the rows are in the order of their thread. */
  at_ms: number;
  version: number;
};

export type ThreadInDatabase = {
  id: string;
  contact_id: string;
  to_phone: string | null;
  unread_count: number;
  last_message_id: string | null;
  last_message_at_ms: number | null;
  window_expires_at_ms: number | null;
  version: number;
};

export type DatabaseRecords = {
  messages: MessageInDatabase[];
  threads: ThreadInDatabase[];
  contacts: Array<{ id: string; phone_number: string | null; name: string }>;
  triggers: Array<{ message_id: string; state: string; started_at_ms: number | null; tries: number }>;
  events: Array<{ message_id: string; status: string; n: number }>;
  /** The newest version of each row in the feed. */
  fed: Array<{ collection: string; row_id: string; version: number }>;
  feed: { counter: number; rows: number; positions: number; least: number; most: number; unplaced: number };
  refusals: Array<{ reason: string; detail: string }>;
  parked: number;
};

/** What the application shows a user who opens it now. */
export type ApiRecords = { messages: Map<string, Message>; threads: Map<string, Thread> };

export async function readPhoneRecords(world: Environment): Promise<PhoneRecords> {
  const { simulator, accessToken, phones } = world;
  async function readAll<T>(path: string, limit: number): Promise<T[]> {
    const rows: T[] = [];
    for (let after: string | null = '0'; after !== null; ) {
      const page: Page<T> = await simulator.control(accessToken, 'GET', `${path}?limit=${limit}&after=${after}`);
      rows.push(...page.data);
      after = page.next_cursor;
    }
    return rows;
  }
  const received = new Map<string, PhoneMessage[]>();
  for (const { id } of phones) received.set(id, await readAll<PhoneMessage>(`phones/${id}/messages`, 1_000));
  return { sends: await readAll<SendRecord>('books', 10_000), receivedByPhone: received };
}

const messagesSql = `select id, thread_id, contact_id, direction, status::int, send_state, attempt, content->>'body' as body,
  provider_message_id, extract(epoch from "timestamp")::float8 * 1000 as at_ms, version::float8
  from messages where client_id = $1 order by thread_id, sort_at, id`;
const threadsSql = `select id, contact_id, to_phone, unread_count, last_message_id,
  extract(epoch from last_message_at)::float8 * 1000 as last_message_at_ms,
  extract(epoch from window_expires_at)::float8 * 1000 as window_expires_at_ms, version::float8
  from threads where client_id = $1`;
const triggersSql = `select message_id, state, extract(epoch from started_at)::float8 * 1000 as started_at_ms, tries
  from triggers where client_id = $1 and kind = 'message'`;
const feedSql = `select (select pos from change_counters where client_id = $1)::float8 as counter, count(*)::float8 as rows,
  count(distinct pos)::float8 as positions, coalesce(min(pos), 1)::float8 as least, coalesce(max(pos), 0)::float8 as most,
  (select count(*) from changes_new)::float8 as unplaced from changes where client_id = $1`;

/** @param owner a connection of the database's owner, who sees all rows */
export async function readDatabaseRecords(owner: pg.Client, clientId: string): Promise<DatabaseRecords> {
  const rows = async <T>(text: string) => (await owner.query(text, [clientId])).rows as T[];
  const [feed] = await rows<DatabaseRecords['feed']>(feedSql);
  const [parked] = await rows<{ n: number }>('select count(*)::float8 as n from parked_statuses where client_id = $1');
  if (feed === undefined || parked === undefined) throw new Error('the account has no feed');
  return {
    messages: await rows(messagesSql),
    threads: await rows(threadsSql),
    contacts: await rows('select id, phone_number, name from contacts where client_id = $1'),
    triggers: await rows(triggersSql),
    events: await rows(
      'select message_id, status, count(*)::float8 as n from message_events where client_id = $1 group by 1, 2',
    ),
    fed: await rows(
      'select collection, row_id, max(version)::float8 as version from changes where client_id = $1 group by 1, 2',
    ),
    feed,
    refusals: await rows('select reason, detail::text from webhook_refusals where client_id = $1'),
    parked: parked.n,
  };
}

export async function readApiRecords(session: Session): Promise<ApiRecords> {
  async function readAll<T>(path: string): Promise<T[]> {
    const rows: T[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: { data: T[]; next_cursor: string | null } = await session.read(`${path}?limit=200${after}`);
      rows.push(...page.data);
      cursor = page.next_cursor;
    }
    return rows;
  }
  const threads = await readAll<Thread>('/api/threads');
  const messages: Message[] = [];
  for (const thread of threads) messages.push(...(await readAll<Message>(`/api/threads/${thread.id}/messages`)));
  return {
    messages: new Map(messages.map((message) => [message.id, message])),
    threads: new Map(threads.map((thread) => [thread.id, thread])),
  };
}
