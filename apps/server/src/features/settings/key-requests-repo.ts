import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import type { TimePosition } from '../../platform/http/cursor.ts';

/** One key's requests of an hour, as counted so far by one process. */
export type HourCount = {
  clientId: string;
  keyId: string;
  /** The start of the hour, milliseconds since the epoch. */
  hourMs: number;
  requests: number;
  refused: number;
  unlogged: number;
  /** Through tools of assistants; counted in `requests` too. */
  assistant: number;
};

export type RequestLine = {
  clientId: string;
  id: string;
  atMs: number;
  keyId: string;
  route: string;
  status: number | null;
  tookMs: number;
  ip: string;
  requestId: string;
  assistant: boolean;
};

/*
 * A count is the process's total of the hour and only grows, and a line has an id: writing again after a lost
 * response adds nothing. Entries of deleted keys are dropped.
 */
const noteStatement = statement(
  'settings.record_key_requests',
  `with counted as (
     insert into api_key_hours as h (client_id, key_id, hour, writer, requests, refused, unlisted, assistant)
     select k.client_id, k.id, x.hour, $1, x.requests, x.refused, x.unlisted, x.assistant
     from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::int[], $6::int[], $7::int[], $17::int[])
       as x(client_id, key_id, hour, requests, refused, unlisted, assistant)
     join api_keys k on k.client_id = x.client_id and k.id = x.key_id
     on conflict (client_id, key_id, hour, writer) do update set
       requests = greatest(h.requests, excluded.requests), refused = greatest(h.refused, excluded.refused),
       unlisted = greatest(h.unlisted, excluded.unlisted), assistant = greatest(h.assistant, excluded.assistant)
   )
   insert into api_key_requests (client_id, id, at, key_id, route, status, took_ms, ip, request_id, assistant)
   select k.client_id, x.id, x.at, k.id, x.route, x.status, x.took_ms, x.ip, x.request_id, x.assistant
   from unnest($8::uuid[], $9::uuid[], $10::timestamptz[], $11::uuid[], $12::text[], $13::smallint[], $14::int[], $15::text[],
     $16::text[], $18::boolean[]) as x(client_id, id, at, key_id, route, status, took_ms, ip, request_id, assistant)
   join api_keys k on k.client_id = x.client_id and k.id = x.key_id
   on conflict do nothing`,
);

/** @param tx of the role that sees every account */
export async function recordKeyRequests(
  tx: Executor,
  writer: string,
  counts: readonly HourCount[],
  lines: readonly RequestLine[],
): Promise<void> {
  await tx.run(noteStatement, [
    writer,
    counts.map(({ clientId }) => clientId),
    counts.map(({ keyId }) => keyId),
    counts.map(({ hourMs }) => new Date(hourMs).toISOString()),
    counts.map(({ requests }) => requests),
    counts.map(({ refused }) => refused),
    counts.map(({ unlogged }) => unlogged),
    lines.map(({ clientId }) => clientId),
    lines.map(({ id }) => id),
    lines.map(({ atMs }) => new Date(atMs).toISOString()),
    lines.map(({ keyId }) => keyId),
    lines.map(({ route }) => route),
    lines.map(({ status }) => status),
    lines.map(({ tookMs }) => tookMs),
    lines.map(({ ip }) => ip),
    lines.map(({ requestId }) => requestId),
    counts.map(({ assistant }) => assistant),
    lines.map(({ assistant }) => assistant),
  ]);
}

export type KeyHourRow = {
  key_id: string;
  /** Full hours before the current one: 0 to 23. */
  hours_ago: number;
  requests: number;
  refused: number;
};

const hoursStatement = statement(
  'settings.list_key_hours',
  `select h.key_id, x.ago as hours_ago, sum(h.requests)::int as requests, sum(h.refused)::int as refused
   from api_key_hours h
   cross join lateral (select greatest(0, extract(epoch from date_trunc('hour', now(), 'UTC') - h.hour) / 3600)::int as ago) x
   where h.client_id = $1 and h.key_id = any($2::uuid[]) and h.hour > date_trunc('hour', now(), 'UTC') - interval '24 hours'
   group by h.key_id, x.ago`,
);

/** The requests of keys in the current hour and the 23 before it. */
export function listKeyHours(tx: TenantTx, keyIds: readonly string[]): Promise<KeyHourRow[]> {
  return tx.rows<KeyHourRow>(hoursStatement, [tx.clientId, keyIds]);
}

export type KeyRequestRow = {
  id: string;
  at: Date;
  key_id: string;
  key_name: string;
  route: string;
  status: number | null;
  took_ms: number;
  ip: string;
  request_id: string;
  assistant: boolean;
};
const kinds = ['all', 'ok', 'refused', 'failed'] as const;
export type KeyRequestKind = (typeof kinds)[number];

const refusedOnly = '(r.status is null or r.status >= 400)';
const conditions: Record<KeyRequestKind, string> = {
  all: '',
  ok: 'and r.status < 400',
  // Repeats the condition of the partial index first, so that it is used.
  refused: `and ${refusedOnly} and r.status < 500`,
  failed: `and ${refusedOnly} and (r.status is null or r.status >= 500)`,
};
const pageOf = (name: string, condition: string) =>
  statement(
    `settings.list_key_requests${name}`,
    `select r.id, r.at, r.key_id, k.name as key_name, r.route, r.status, r.took_ms, r.ip, r.request_id, r.assistant
     from api_key_requests r join api_keys k on k.client_id = r.client_id and k.id = r.key_id
     where r.client_id = $1 and r.at > now() - interval '7 days' and (r.at, r.id) < ($2, $3) ${condition}
     order by r.at desc, r.id desc limit $4`,
  );
const pages = new Map(kinds.map((kind) => [kind, pageOf(`-${kind}`, conditions[kind])]));
const pagesOfKey = new Map(
  kinds.map((kind) => [kind, pageOf(`-of-key-${kind}`, `and r.key_id = $5 ${conditions[kind]}`)]),
);

/** Requests of the last seven days, newest first, including those of keys revoked since. */
export async function listKeyRequests(
  tx: TenantTx,
  filter: { keyId: string | null; kind: KeyRequestKind },
  before: TimePosition,
  limit: number,
): Promise<KeyRequestRow[]> {
  const { keyId, kind } = filter;
  const page = (keyId === null ? pages : pagesOfKey).get(kind);
  if (page === undefined) throw new Error(`no such kind of request: ${kind}`);
  const values = [tx.clientId, before.at, before.id, limit];
  return tx.rows<KeyRequestRow>(page, keyId === null ? values : [...values, keyId]);
}

const unlistedStatement = statement(
  'settings.count_unlisted_requests',
  `select coalesce(sum(unlisted), 0)::int as n from api_key_hours
   where client_id = $1 and ($2::uuid is null or key_id = $2) and hour > now() - interval '7 days'`,
);

/** Requests of the last seven days that are counted but not listed. */
export async function countUnlogged(tx: TenantTx, keyId: string | null): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(unlistedStatement, [tx.clientId, keyId]);
  return row?.n ?? 0;
}

const summaryStatement = statement(
  'settings.count_keys_and_requests',
  `select (select count(*)::int from api_keys k
       join shared_client_users m on m.client_id = k.client_id and m.user_id = k.created_by and m.suspended_at is null
         and m.role <> 'User'
       where k.client_id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())) as keys,
     (select coalesce(sum(h.requests), 0)::int from api_key_hours h
       where h.client_id = $1 and h.hour > date_trunc('hour', now(), 'UTC') - interval '24 hours') as requests_24h,
     (select coalesce(sum(h.assistant), 0)::int from api_key_hours h
       where h.client_id = $1 and h.hour > date_trunc('hour', now(), 'UTC') - interval '24 hours') as assistant_requests_24h`,
);

export type KeySummary = { keys: number; requests_24h: number; assistant_requests_24h: number };

/** The active keys of the account and their requests of the last 24 hours. */
export async function summarizeKeys(tx: TenantTx): Promise<KeySummary> {
  const [row] = await tx.rows<KeySummary>(summaryStatement, [tx.clientId]);
  return row ?? { keys: 0, requests_24h: 0, assistant_requests_24h: 0 };
}

const expireStatement = statement(
  'settings.delete_expired_key_hours',
  `delete from api_key_hours where hour < now() - interval '8 days'`,
);

/** Listed requests are deleted with their partitions. */
export function deleteOldKeyHours(tx: Executor): Promise<number> {
  return tx.run(expireStatement);
}
