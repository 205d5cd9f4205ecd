import type { AuditEvent } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import type { TimePosition } from '../../platform/http/cursor.ts';
import { sliceRows } from '../../platform/maintenance.ts';

export type AuditRow = Omit<AuditEvent, 'at'> & { at: Date };

export type AuditFilter = {
  /** An action, or a feature for all of its actions. */
  action: string | null;
  actor: string | null;
  target: string | null;
  from: string | null;
  until: string | null;
};

/* Scans the index from the newest; a rare condition reads more, up to the account's limit. */
const pageStatement = statement(
  'settings.list_audit_events',
  `select id, at, action, actor, target, ip, request_id, detail from audit_events
   where client_id = $1 and (at, id) < ($2, $3)
     and at >= coalesce($5, '-infinity'::timestamptz) and at < coalesce($6, 'infinity'::timestamptz)
     and ($7::text is null or action = $7 or split_part(action, '.', 1) = $7)
     and ($8::text is null or actor = $8) and ($9::text is null or target = $9)
   order by at desc, id desc limit $4`,
);

/** Newest first. */
export function listAuditEvents(
  tx: TenantTx,
  filter: AuditFilter,
  before: TimePosition,
  limit: number,
): Promise<AuditRow[]> {
  const { from, until, action, actor, target } = filter;
  return tx.rows(pageStatement, [tx.clientId, before.at, before.id, limit, from, until, action, actor, target]);
}

export type RefusedCalls = {
  clientId: string;
  /** The same for all refusals of one actor, route and hour. */
  id: string;
  actor: string;
  route: string;
  message: string;
  ip: string;
  requestId: string;
  /** The number since the last write. */
  count: number;
};

const refusedStatement = statement(
  'settings.record_refused_calls',
  `insert into audit_events as e (client_id, id, actor, action, target, ip, request_id, detail)
   select c.id, x.id, x.actor, 'access.refused', x.route, x.ip, x.request_id,
     jsonb_build_object('route', x.route, 'message', x.message, 'count', x.n)
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[])
     as x(client_id, id, actor, route, message, ip, request_id, n)
   join shared_clients c on c.id = x.client_id
   on conflict (client_id, id) do update
     set detail = jsonb_set(e.detail, '{count}', to_jsonb((e.detail->>'count')::int + (excluded.detail->>'count')::int))`,
);

/** @param tx of the role that sees every account */
export async function insertRefusedCalls(tx: Executor, calls: readonly RefusedCalls[]): Promise<void> {
  await tx.run(refusedStatement, [
    calls.map(({ clientId }) => clientId),
    calls.map(({ id }) => id),
    calls.map(({ actor }) => actor),
    calls.map(({ route }) => route),
    calls.map(({ message }) => message),
    calls.map(({ ip }) => ip),
    calls.map(({ requestId }) => requestId),
    calls.map(({ count }) => count),
  ]);
}

const expireStatement = statement(
  'settings.delete_expired_audit_events',
  `delete from audit_events where ctid = any(array(
     select ctid from audit_events where at < now() - interval '400 days' order by at limit 5000))`,
);
/** Deletes the oldest events of accounts that exceed the limit; only accounts with an event in the last day can newly exceed it. */
const trimStatement = statement(
  'settings.trim_audit_events',
  `with full_books as materialized (
     select client_id from audit_events
     where client_id in (select client_id from audit_events where at > now() - interval '1 day')
     group by client_id having count(*) > $1
   ), last_kept as (
     select b.client_id, k.at, k.id from full_books b cross join lateral (
       select at, id from audit_events e where e.client_id = b.client_id order by at desc, id desc offset $1 - 1 limit 1) k
   )
   delete from audit_events e using last_kept k
   where e.client_id = k.client_id and (e.at, e.id) < (k.at, k.id)`,
);

/** @param mostEvents the limit per account */
export async function deleteOldAuditEvents(tx: Executor, mostEvents: number): Promise<number> {
  const expired = await tx.run(expireStatement);
  if (expired < sliceRows) await tx.run(trimStatement, [mostEvents]);
  return expired;
}

const signInsStatement = statement(
  'settings.count_sign_ins_of_day',
  `select count(*) filter (where action = 'identity.signed_in')::int as done,
     count(*) filter (where action = 'identity.sign_in_refused')::int as failed
   from audit_events
   where client_id = $1 and at > now() - interval '24 hours'
     and action in ('identity.signed_in', 'identity.sign_in_refused') and detail ->> 'method' = 'provider'`,
);

export type SignInsOfDay = { done: number; failed: number };

/** Sign-ins of the account's members by an identity provider in the last 24 hours. */
export async function countSignInsOfDay(tx: TenantTx): Promise<SignInsOfDay> {
  const [row] = await tx.rows<SignInsOfDay>(signInsStatement, [tx.clientId]);
  return row ?? { done: 0, failed: 0 };
}
