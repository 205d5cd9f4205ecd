import type { IncomingCall } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { TimePosition } from '../../../platform/http/cursor.ts';

export type CallRow = {
  id: string;
  call_id: string;
  state: IncomingCall['state'];
  status: number;
  error: string | null;
  error_field: string | null;
  body: string | null;
  contact_id: string | null;
  message_id: string | null;
  attempts: number;
  duration_ms: number;
  created_at: Date;
};

const columns = `id, call_id, state, status, error, error_field, body, contact_id, message_id, attempts, duration_ms,
  created_at`;

/** What identifies a call, and what it brought. */
export type NewCall = { id: string; webhookId: string; callId: string; body: string };
/** `body` null: it was not stored. */
export type LoggedCall = Omit<NewCall, 'body'> & { body: string | null };

const insertStatement = statement(
  'webhooks.insert_call',
  `insert into incoming_webhook_calls (client_id, id, webhook_id, call_id, body, state, status)
   values ($1, $2, $3, $4, $5, 'accepted', 200) on conflict do nothing`,
);

/** Waits for a copy of the call that is being processed. @returns false when the call is known */
export async function insertCall(tx: TenantTx, { id, webhookId, callId, body }: NewCall): Promise<boolean> {
  return (await tx.run(insertStatement, [tx.clientId, id, webhookId, callId, body])) === 1;
}

const lockStatement = statement(
  'webhooks.lock_call',
  `select ${columns} from incoming_webhook_calls where client_id = $1 and id = $2 for update`,
);
const findStatement = statement(
  'webhooks.find_call',
  `select ${columns} from incoming_webhook_calls where client_id = $1 and webhook_id = $2 and id = $3`,
);

export async function lockCall(tx: TenantTx, id: string): Promise<CallRow | null> {
  const [row] = await tx.rows<CallRow>(lockStatement, [tx.clientId, id]);
  return row ?? null;
}

export async function findCall(tx: TenantTx, webhookId: string, id: string): Promise<CallRow | null> {
  const [row] = await tx.rows<CallRow>(findStatement, [tx.clientId, webhookId, id]);
  return row ?? null;
}

const acceptStatement = statement(
  'webhooks.accept_call',
  `update incoming_webhook_calls set state = 'accepted', status = 200, error = null, error_field = null, body = $3,
     contact_id = $4, message_id = $5, duration_ms = $6, attempts = attempts + $7
   where client_id = $1 and id = $2`,
);

export type AcceptedCall = { body: string; contactId: string; messageId: string | null; durationMs: number };

/** @param isAgain it failed before */
export async function acceptCall(tx: TenantTx, id: string, call: AcceptedCall, isAgain: boolean): Promise<void> {
  const { body, contactId, messageId, durationMs } = call;
  await tx.run(acceptStatement, [tx.clientId, id, body, contactId, messageId, durationMs, isAgain ? 1 : 0]);
}

const failStatement = statement(
  'webhooks.record_failed_call',
  `insert into incoming_webhook_calls as c
     (client_id, id, webhook_id, call_id, body, state, status, error, error_field, duration_ms)
   values ($1, $2, $3, $4, $5, 'failed', $6, $7, $8, $9)
   on conflict (client_id, id) do update set status = $6, error = $7, error_field = $8, body = $5, duration_ms = $9,
     attempts = c.attempts + 1 where c.state = 'failed'`,
);

export type FailedCall = { status: number; error: string; field: string | null; durationMs: number };

/** A copy of it that was accepted meanwhile stays accepted. */
export async function recordFailedCall(tx: TenantTx, call: LoggedCall, failure: FailedCall): Promise<void> {
  const { status, error, field, durationMs } = failure;
  const { id, webhookId, callId, body } = call;
  await tx.run(failStatement, [tx.clientId, id, webhookId, callId, body, status, error, field, durationMs]);
}

const listStatement = statement(
  'webhooks.list_calls',
  `select ${columns.replace('body', 'null as body')} from incoming_webhook_calls
   where client_id = $1 and webhook_id = $2 and (created_at, id) < ($3, $4::uuid) and ($5::text is null or state = $5)
   order by created_at desc, id desc limit $6`,
);

export function listCalls(
  tx: TenantTx,
  webhookId: string,
  state: IncomingCall['state'] | null,
  before: TimePosition,
  limit: number,
): Promise<CallRow[]> {
  return tx.rows<CallRow>(listStatement, [tx.clientId, webhookId, before.at, before.id, state, limit]);
}

export type CallCounts = { webhook_id: string; accepted: number; failed: number };

const countStatement = statement(
  'webhooks.count_calls',
  `select w.id as webhook_id, c.accepted, c.failed from unnest($2::uuid[]) as w(id) cross join lateral (
     select count(*) filter (where state = 'accepted')::int as accepted,
       count(*) filter (where state = 'failed')::int as failed
     from incoming_webhook_calls
     where client_id = $1 and webhook_id = w.id and created_at > now() - interval '24 hours') c`,
);

/** Calls of the last 24 hours. */
export function countCalls(tx: TenantTx, webhookIds: readonly string[]): Promise<CallCounts[]> {
  return tx.rows<CallCounts>(countStatement, [tx.clientId, webhookIds]);
}

const eraseStatement = statement(
  'webhooks.erase_from_calls',
  `update incoming_webhook_calls set body = null, error = null, error_field = null, contact_id = null, message_id = null
   where client_id = $1 and (contact_id = any($2) or exists (select from unnest($3::text[]) n(text) where position(n.text in body) > 0))`,
);

/** The rows stay, so that the same calls again still have no second effect. @param needles numbers and ids of the contact */
export async function eraseFromCalls(
  tx: TenantTx,
  contactIds: readonly string[],
  needles: readonly string[],
): Promise<void> {
  await tx.run(eraseStatement, [tx.clientId, contactIds, needles]);
}

const oldStatement = statement(
  'webhooks.delete_old_calls',
  `delete from incoming_webhook_calls where (client_id, id) in (
     select client_id, id from incoming_webhook_calls where created_at < now() - interval '7 days'
     order by created_at limit 5000)`,
);

export async function deleteOldCalls(system: Executor): Promise<number> {
  return system.run(oldStatement, []);
}
