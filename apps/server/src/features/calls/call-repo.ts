import { longestCallS, longestRingS } from '@parley/contract/calls';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import { type CallDirection, type CallState, type CallStep, steps } from './call-state.ts';

export type CallRow = {
  id: string;
  channel_id: string;
  thread_id: string;
  direction: CallDirection;
  /** Null: WhatsApp did not name a call of the business yet. */
  provider_call_id: string | null;
  state: CallState;
  rang_at: Date;
  offer: string | null;
  answer: string | null;
  member_id: string | null;
  device_id: string | null;
  connected_at: Date | null;
  outcome: 'missed' | 'answered' | 'declined' | 'cancelled' | null;
  version: number;
};

export const columns = `k.id, k.channel_id, resolve_thread($1, k.thread_id) as thread_id, k.direction, k.provider_call_id, k.state,
  k.rang_at, k.offer, k.answer, k.member_id, k.device_id, k.connected_at, k.outcome,
  k.version`;
const rings = `k.rang_at > now() - interval '${longestRingS} seconds'`;
const goesOn = `coalesce(k.connected_at > now() - interval '${longestCallS} seconds', ${rings})`;

/** One that rings or goes on. One of ours that has the customer's side may go on without having been told so. */
const isOpen = `(k.state in ('dialing', 'ringing') and k.answer is null and ${rings} or k.state = 'answered' and ${goesOn}
  or k.state = 'ringing' and k.answer is not null and k.rang_at > now() - interval '${longestCallS} seconds')`;

const open = statement(
  'calls.list_open',
  `select ${columns} from calls k where k.client_id = $1 and not k.noted and ${isOpen} order by k.rang_at desc limit 50`,
);
/** Those that ring or go on, the newest first, at most 50. */
export function listOpen(tx: TenantTx): Promise<CallRow[]> {
  return tx.rows(open, [tx.clientId]);
}

const byIds = statement(
  'calls.find',
  `select ${columns} from calls k where k.client_id = $1 and k.id = any($2::uuid[])`,
);
export function findCalls(tx: TenantTx, ids: readonly string[]): Promise<CallRow[]> {
  return tx.rows(byIds, [tx.clientId, ids]);
}

/** A call of a customer that nobody took, and that has not rung for too long. */
export function isRinging({ direction, state, rang_at: rangAt }: CallRow): boolean {
  return direction === 'incoming' && state === 'ringing' && rangAt.getTime() > Date.now() - longestRingS * 1_000;
}

const move = statement(
  'calls.move',
  `update calls k set state = $4, version = k.version + 1,
     offer = case when $4 = 'ringing' or $5 = 'answer' then coalesce($8, k.offer) end,
     member_id = case when $4 = 'ringing' then null else coalesce($6, k.member_id) end,
     device_id = case when $4 = 'ringing' then null else coalesce($7, k.device_id) end,
     connected_at = case when $5 = 'connect' then date_trunc('milliseconds', now()) else k.connected_at end,
     outcome = case when $4 = 'ended' then case when $5 = 'decline' then 'declined'
       when $5 = 'end_own' and k.state <> 'answered' then 'cancelled' else 'answered' end end,
     ended_at = case when $4 = 'ended' then date_trunc('milliseconds', now()) end,
     page_left = $9
   where k.client_id = $1 and k.id = $2 and k.state = any($3::text[]) and k.direction = $10 and not k.noted
   returning ${columns}`,
);

export type MoveFields = { memberId?: string; deviceId?: string; offer?: string | null; pageLeft?: boolean };

/**
 * The only way a member's action changes a call.
 * @returns null when it is in none of the states in which that can happen
 */
export async function moveCall(
  tx: TenantTx,
  id: string,
  step: CallStep,
  { memberId, deviceId, offer, pageLeft }: MoveFields = {},
): Promise<CallRow | null> {
  const { of, from, to } = steps[step];
  const [row] = await tx.rows<CallRow>(move, [
    ...[tx.clientId, id, from, to, step],
    ...[memberId ?? null, deviceId ?? null, offer ?? null, pageLeft ?? false, of],
  ]);
  return row ?? null;
}

export type NewCall = {
  client_id: string;
  id: string;
  channel_id: string;
  thread_id: string;
  provider_call_id: string;
  customer_phone: string | null;
  customer_user_id: string | null;
  offer: string;
  rang_at: string;
};

const add = statement(
  'calls.add',
  `insert into calls (client_id, id, channel_id, thread_id, provider_call_id, customer_phone, customer_user_id, offer, rang_at)
   select x.client_id, x.id, x.channel_id, x.thread_id, x.provider_call_id, x.customer_phone, x.customer_user_id, x.offer, x.rang_at
   from jsonb_to_recordset($1::jsonb) as x(client_id uuid, id uuid, channel_id uuid, thread_id uuid, provider_call_id text,
     customer_phone text, customer_user_id text, offer text, rang_at timestamptz)
   where not exists (select from shared_messages m where m.client_id = x.client_id and m.channel_id = x.channel_id
     and m.provider_message_id = x.provider_call_id)
   on conflict do nothing returning client_id, id, version`,
);
/** Each once, and none whose end is known already. */
export function addCalls(
  tx: Executor,
  calls: readonly NewCall[],
): Promise<Array<{ client_id: string; id: string; version: number }>> {
  return tx.rows(add, [JSON.stringify(calls)]);
}

export type EndedCall = {
  client_id: string;
  channel_id: string;
  provider_call_id: string;
  outcome: 'missed' | 'answered';
};
export type NotedCall = EndedCall & {
  id: string;
  version: number;
  decided: 'missed' | 'answered' | 'declined' | 'cancelled';
  member_id: string | null;
  page_left: boolean;
  direction: CallDirection;
};

const end = statement(
  'calls.end',
  `update calls k set state = 'ended', noted = true, offer = null, version = k.version + 1,
     outcome = case when k.outcome in ('declined', 'cancelled') and x.outcome <> 'answered' then k.outcome else x.outcome end,
     ended_at = coalesce(k.ended_at, date_trunc('milliseconds', now()))
   from jsonb_to_recordset($1::jsonb) as x(client_id uuid, channel_id uuid, provider_call_id text, outcome text)
   where k.client_id = x.client_id and k.channel_id = x.channel_id and k.provider_call_id = x.provider_call_id and not k.noted
   returning k.client_id, k.channel_id, k.provider_call_id, x.outcome, k.outcome as decided, k.id, k.version, k.member_id,
     k.page_left, k.direction`,
);
/** Ends calls as WhatsApp told; the caller writes their messages in the same transaction. */
export function endCalls(tx: Executor, ended: readonly EndedCall[]): Promise<NotedCall[]> {
  return tx.rows(end, [JSON.stringify(ended)]);
}

/* A minute after its end, or what rings or lasts for too long. */
const overdue = `not k.noted and case when k.state = 'ended' then k.ended_at < now() - interval '1 minute' else not ${isOpen} end`;

const accounts = statement('calls.list_accounts_overdue', `select distinct k.client_id from calls k where ${overdue}`);
/** Accounts with calls whose end nobody told. */
export async function listAccountsOverdue(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(accounts)).map(({ client_id }) => client_id);
}

export type OverdueCall = {
  direction: CallDirection;
  channel_id: string;
  provider_call_id: string;
  outcome: 'missed' | 'answered';
  at: Date;
  customer_phone: string | null;
  customer_user_id: string | null;
  clock_offset_ms: number;
  sandbox: boolean;
};

const listOverdue = statement(
  'calls.list_overdue',
  `select k.direction, k.channel_id, k.provider_call_id, case when k.connected_at is null then 'missed' else 'answered' end as outcome,
     k.rang_at as at, k.customer_phone, k.customer_user_id, c.clock_offset_ms, c.sandbox
   from calls k join shared_channels c on c.client_id = $1 and c.id = k.channel_id
   where k.client_id = $1 and k.provider_call_id is not null and ${overdue} order by k.rang_at limit 100`,
);
export function listOverdueCalls(tx: TenantTx): Promise<OverdueCall[]> {
  return tx.rows(listOverdue, [tx.clientId]);
}

const drop = statement(
  'calls.drop_unplaced',
  `update calls k set state = 'ended', noted = true, outcome = coalesce(k.outcome, 'missed'), version = k.version + 1,
     ended_at = coalesce(k.ended_at, date_trunc('milliseconds', now()))
   where k.client_id = $1 and k.provider_call_id is null and ${overdue} returning k.id, k.version`,
);
/** Ends calls of the business that WhatsApp never named: there was none, as far as anybody knows. */
export function dropUnplacedCalls(tx: TenantTx): Promise<Array<{ id: string; version: number }>> {
  return tx.rows(drop, [tx.clientId]);
}

const old = statement('calls.delete_old', `delete from calls where noted and ended_at < now() - interval '8 days'`);
/** WhatsApp repeats a delivery for a week at most. */
export async function deleteOldCalls(tx: Executor): Promise<void> {
  await tx.run(old);
}

const memberName = statement(
  'calls.find_member_name',
  'select name from shared_client_users where client_id = $1 and user_id = $2',
);
/** @returns null for who is no member any more, and without a name */
export async function findMemberName(tx: TenantTx, uid: string): Promise<string | null> {
  const [row] = await tx.rows<{ name: string }>(memberName, [tx.clientId, uid]);
  return row === undefined || row.name === '' ? null : row.name;
}

const there = statement(
  'calls.list_there',
  `select user_id from shared_client_users m where client_id = $1 and suspended_at is null and coalesce(away_until <= now(), true)`,
);
/** Members who are there: neither suspended nor away. */
export async function listMembersThere(tx: TenantTx): Promise<ReadonlySet<string>> {
  return new Set((await tx.rows<{ user_id: string }>(there, [tx.clientId])).map(({ user_id: uid }) => uid));
}
