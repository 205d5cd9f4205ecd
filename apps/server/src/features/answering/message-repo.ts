import type { AnswerSource } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

const behindStatement = statement(
  'answering.list_accounts_behind',
  `select k.client_id from answering_cursors k cross join lateral (
     select pos from shared_change_counters where client_id = k.client_id offset 0) c
   left join shared_automation_cursors a on a.client_id = k.client_id
   where least(c.pos, coalesce(a.pos, c.pos)) > k.pos`,
);
/** Accounts whose assistant is on and whose feed has moved, as far as automations have read it. */
export async function listAccountsBehind(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(behindStatement)).map((row) => row.client_id);
}

const cursorStatement = statement(
  'answering.lock_cursor',
  `select k.pos, k.at, least(c.pos, coalesce(a.pos, c.pos)) as head from answering_cursors k
   join shared_change_counters c on c.client_id = k.client_id
   left join shared_automation_cursors a on a.client_id = k.client_id
   where k.client_id = $1 for update of k skip locked`,
);
/** `at`: when it was read up to `pos`. */
export type Cursor = { pos: number; at: Date; head: number };
/** Locked until commit. @returns null when another process has it */
export async function lockCursor(tx: TenantTx): Promise<Cursor | null> {
  const [row] = await tx.rows<Cursor>(cursorStatement, [tx.clientId]);
  return row ?? null;
}

const moveStatement = statement(
  'answering.move_cursor',
  'update answering_cursors set pos = $2, at = now() where client_id = $1',
);
export async function moveCursor(tx: TenantTx, pos: number): Promise<void> {
  await tx.run(moveStatement, [tx.clientId, pos]);
}

const changesStatement = statement(
  'answering.list_changes',
  `select count(*)::int as n, min(pos) as first, max(pos) as last,
     coalesce(array_agg(row_id order by pos) filter (where collection = 'messages' and marker = 'NEW'), '{}') as messages,
     coalesce(array_agg(row_id order by pos) filter (where collection = 'thread_events' and marker = 'NEW'), '{}') as events
   from (select pos, collection, row_id, marker from shared_changes where client_id = $1 and pos > $2 and pos <= $3
     order by pos limit $4) x`,
);
export type FeedBatch = { n: number; first: number | null; last: number | null; messages: string[]; events: string[] };
export async function listChanges(tx: TenantTx, from: number, to: number, limit: number): Promise<FeedBatch> {
  const [row] = await tx.rows<FeedBatch>(changesStatement, [tx.clientId, from, to, limit]);
  if (row === undefined) throw new Error('a statement that always answers gave nothing');
  return row;
}

// Not what came before the number was connected, what another sender of the number answers, and ratings.
const insertStatement = statement(
  'answering.insert_messages',
  `insert into answering_messages (client_id, message_id, due_at, created_at)
   select $1, m.id, now() + $4 * interval '1 millisecond', least(m.created_at, now()) from unnest($2::uuid[]) as x(id)
   cross join lateral (select * from shared_messages where client_id = $1 and id = x.id offset 0) m
   join shared_channels c on c.client_id = $1 and c.id = m.channel_id
   where m.direction = 'INCOMING' and m.type not in ('system', 'unsupported') and m.channel_id = any($3::uuid[])
     and not coalesce(m.flags && '{rating,opt_out,opt_in}', false) and not coalesce(m.extras ? 'standby', false)
     and not (m.type = 'call' and m.content->>'outcome' = 'answered')
     and m."timestamp" > c.created_at + c.clock_offset_ms * interval '1 millisecond' - interval '5 minutes'
     and m."timestamp" > now() + c.clock_offset_ms * interval '1 millisecond' - interval '7 days'
   on conflict do nothing`,
);
/** Messages of customers among some, to be looked at after a while; each once. */
export async function insertWaiting(
  tx: TenantTx,
  ids: readonly string[],
  channelIds: readonly string[],
  afterMs: number,
): Promise<boolean> {
  return (await tx.run(insertStatement, [tx.clientId, ids, channelIds, afterMs])) > 0;
}

const missedStatement = statement(
  'answering.list_missed_messages',
  `select m.id from shared_threads t join shared_messages m on m.client_id = $1 and m.id = t.last_message_id
   where t.client_id = $1 and t.channel_id = any($2::uuid[]) and t.last_message_at > $3 and m.direction = 'INCOMING'
   order by t.last_message_at desc limit 10000`,
);
/** What customers wrote last, and nobody answered, since a time: of the feed that is gone. */
export async function listMissed(tx: TenantTx, channelIds: readonly string[], since: Date): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(missedStatement, [tx.clientId, channelIds, since]);
  return rows.map(({ id }) => id);
}

// What was decided since counts: a member has it, it was done, or it was handed over already.
const givenStatement = statement(
  'answering.insert_given',
  `insert into answering_messages (client_id, message_id, due_at)
   select $1, m.id, now() + $4 * interval '1 millisecond' from unnest($2::uuid[]) as x(id)
   join shared_thread_events v on v.client_id = $1 and v.id = x.id
   join shared_threads t on t.client_id = $1 and t.id = v.thread_id and t.channel_id = any($3::uuid[])
   cross join lateral (select id from shared_messages where client_id = $1 and thread_id = t.id and direction = 'INCOMING'
     and type not in ('system', 'unsupported') order by sort_at desc, id desc limit 1) m
   where v.kind = 'assistant' and v.detail @> '{"on": true}' and v.created_by = 'bot'
     and not exists (select from shared_thread_events w where w.client_id = $1 and w.thread_id = t.id and w.at > v.at
       and w.kind in ('assistant', 'assigned', 'done'))
   on conflict (client_id, message_id) do update set state = 'waiting', due_at = excluded.due_at, created_at = now()
     where answering_messages.state = 'handed_over'`,
);
/** The newest messages of conversations that automations gave to the assistant, by lines of their activity. */
export async function insertGiven(
  tx: TenantTx,
  events: readonly string[],
  channelIds: readonly string[],
  afterMs: number,
): Promise<boolean> {
  return (await tx.run(givenStatement, [tx.clientId, events, channelIds, afterMs])) > 0;
}

const againStatement = statement(
  'answering.put_waiting',
  `insert into answering_messages (client_id, message_id, due_at) values ($1, $2, now())
   on conflict (client_id, message_id) do update set state = 'waiting', due_at = now(), created_at = now()
     where answering_messages.state = 'handed_over'`,
);
/** A member gives it to the assistant: also what it handed over before is looked at again. */
export async function putWaiting(tx: TenantTx, messageId: string): Promise<void> {
  await tx.run(againStatement, [tx.clientId, messageId]);
}

const dueAccountsStatement = statement(
  'answering.list_due_accounts',
  'select distinct client_id from answering_messages where due_at <= now()',
);
export async function listDueAccounts(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(dueAccountsStatement)).map((row) => row.client_id);
}

const dueStatement = statement(
  'answering.list_due_messages',
  'select message_id from answering_messages where client_id = $1 and due_at <= now() order by due_at limit $2',
);
export async function listDue(tx: TenantTx, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ message_id: string }>(dueStatement, [tx.clientId, limit]);
  return rows.map(({ message_id: id }) => id);
}

type Claimed = { state: 'waiting' | 'asking'; old: boolean };
const lockDueStatement = statement(
  'answering.lock_due_message',
  `select state, created_at < now() - interval '10 minutes' as old from answering_messages
   where client_id = $1 and message_id = $2 and due_at <= now() for update skip locked`,
);
/** @returns null when another process has it, or it is no longer due */
export async function lockDue(tx: TenantTx, messageId: string): Promise<Claimed | null> {
  const [row] = await tx.rows<Claimed>(lockDueStatement, [tx.clientId, messageId]);
  return row ?? null;
}

const lockAskedStatement = statement(
  'answering.lock_asked_message',
  `select message_id from answering_messages where client_id = $1 and message_id = $2 and state = 'asking' and due_at = $3
   for update`,
);
/** @param until when its process counts as dead @returns false when another process went on with it */
export async function lockAsked(tx: TenantTx, messageId: string, until: Date): Promise<boolean> {
  return (await tx.rows(lockAskedStatement, [tx.clientId, messageId, until])).length > 0;
}

const laterStatement = statement(
  'answering.look_later',
  `update answering_messages set state = $3, due_at = date_trunc('milliseconds', now() + $4 * interval '1 millisecond')
   where client_id = $1 and message_id = $2 returning due_at`,
);
export async function lookLater(
  tx: TenantTx,
  messageId: string,
  state: Claimed['state'],
  afterMs: number,
): Promise<Date> {
  const [row] = await tx.rows<{ due_at: Date }>(laterStatement, [tx.clientId, messageId, state, afterMs]);
  if (row === undefined) throw new Error('a message that is locked is gone');
  return row.due_at;
}

const deleteStatement = statement(
  'answering.delete_message',
  'delete from answering_messages where client_id = $1 and message_id = $2',
);
/** It is for people. */
export async function leaveToPeople(tx: TenantTx, messageId: string): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, messageId]);
}

const endStatement = statement(
  'answering.end_message',
  `update answering_messages set state = case when $3::uuid is null then 'handed_over' else 'answered' end, due_at = null,
     reply_id = $3, source = $4::jsonb, confidence = $5 where client_id = $1 and message_id = $2`,
);
export type Given = { replyId: string; source: AnswerSource; confidence: number };
/** @param given null: handed over */
export async function endMessage(tx: TenantTx, messageId: string, given: Given | null): Promise<void> {
  const source = given === null ? null : JSON.stringify(given.source);
  await tx.run(endStatement, [tx.clientId, messageId, given?.replyId ?? null, source, given?.confidence ?? null]);
}

const rateStatement = statement(
  'answering.rate_answer',
  'update answering_messages set rating = $3 where client_id = $1 and reply_id = $2',
);
/** @returns false when the assistant did not write it */
export async function rateAnswer(tx: TenantTx, replyId: string, rating: 'good' | 'bad' | null): Promise<boolean> {
  return (await tx.run(rateStatement, [tx.clientId, replyId, rating])) === 1;
}

const answersStatement = statement(
  'answering.list_answers',
  `select m.id as message_id, a.source, a.confidence, a.rating from (
     select id, created_by, sort_at from shared_messages where client_id = $1 and thread_id = $2
     order by sort_at desc, id desc limit 500) m
   join answering_messages a on a.client_id = $1 and a.reply_id = m.id
   where m.created_by = 'ai' order by m.sort_at desc, m.id desc limit 50`,
);
export type AnswerRow = {
  message_id: string;
  source: AnswerSource;
  confidence: number;
  rating: 'good' | 'bad' | null;
};
/** What the assistant wrote among the newest 500 messages of a conversation. */
export function listAnswers(tx: TenantTx, threadId: string): Promise<AnswerRow[]> {
  return tx.rows(answersStatement, [tx.clientId, threadId]);
}
