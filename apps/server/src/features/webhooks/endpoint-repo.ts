import type { EventType, Webhook } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import type { TimePosition } from '../../platform/http/cursor.ts';

export type EndpointRow = {
  id: string;
  name: string | null;
  url: string;
  events: EventType[];
  format: Webhook['format'];
  secret_enc: Buffer;
  /** The last characters of the secret; null after an import, which leaves secrets out. */
  secret_end: string | null;
  previous_secret_enc: Buffer | null;
  previous_secret_until: Date | null;
  state: Webhook['state'];
  pause_reason: Webhook['pause_reason'];
  failing_since: Date | null;
  feed_pos: number;
  created_by: string;
  created_at: Date;
  version: number;
  request_hash: Buffer;
};

const columns = `id, name, url, events, secret_enc, secret_end, previous_secret_enc, previous_secret_until, state, pause_reason,
  failing_since, feed_pos, created_by, created_at, version, request_hash, format`;

const findStatement = statement(
  'webhooks.find_endpoint',
  `select ${columns} from webhook_endpoints where client_id = $1 and id = $2`,
);
const lockStatement = statement(
  'webhooks.lock_endpoint',
  `select ${columns} from webhook_endpoints where client_id = $1 and id = $2 for update`,
);

export async function findEndpoint(tx: TenantTx, id: string): Promise<EndpointRow | null> {
  const [row] = await tx.rows<EndpointRow>(findStatement, [tx.clientId, id]);
  return row ?? null;
}

export async function lockEndpoint(tx: TenantTx, id: string): Promise<EndpointRow | null> {
  const [row] = await tx.rows<EndpointRow>(lockStatement, [tx.clientId, id]);
  return row ?? null;
}

const listStatement = statement(
  'webhooks.list_endpoints',
  `select ${columns} from webhook_endpoints where client_id = $1 and (created_at, id) < ($2, $3::uuid)
   order by created_at desc, id desc limit $4`,
);

export function listEndpoints(tx: TenantTx, before: TimePosition, limit: number): Promise<EndpointRow[]> {
  return tx.rows<EndpointRow>(listStatement, [tx.clientId, before.at, before.id, limit]);
}

export type NewEndpoint = Pick<
  EndpointRow,
  'id' | 'name' | 'url' | 'events' | 'secret_enc' | 'secret_end' | 'feed_pos' | 'created_by' | 'request_hash' | 'format'
>;

const insertStatement = statement(
  'webhooks.insert_endpoint',
  `insert into webhook_endpoints (client_id, id, name, url, events, secret_enc, feed_pos, created_by, request_hash, secret_end, format)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
);

/** @returns false when the id is taken */
export async function insertEndpoint(tx: TenantTx, row: NewEndpoint): Promise<boolean> {
  const { id, name, url, events, secret_enc, feed_pos, created_by, request_hash, secret_end, format } = row;
  const values = [
    ...[tx.clientId, id, name, url, events, secret_enc],
    ...[feed_pos, created_by, request_hash, secret_end, format],
  ];
  return (await tx.run(insertStatement, values)) === 1;
}

const updateStatement = statement(
  'webhooks.update_endpoint',
  `update webhook_endpoints set name = $3, url = $4, events = $5, state = $6, pause_reason = $7, failing_since = $8,
     secret_enc = $9, previous_secret_enc = $10, previous_secret_until = $11, secret_end = $12, version = version + 1
   where client_id = $1 and id = $2`,
);

export async function updateEndpoint(tx: TenantTx, row: EndpointRow): Promise<void> {
  await tx.run(updateStatement, [
    tx.clientId,
    row.id,
    row.name,
    row.url,
    row.events,
    row.state,
    row.pause_reason,
    row.failing_since,
    row.secret_enc,
    row.previous_secret_enc,
    row.previous_secret_until,
    row.secret_end,
  ]);
}

const deleteStatement = statement(
  'webhooks.delete_endpoint',
  'delete from webhook_endpoints where client_id = $1 and id = $2',
);

export async function deleteEndpoint(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(deleteStatement, [tx.clientId, id])) === 1;
}

const positionStatement = statement(
  'webhooks.set_feed_position',
  'update webhook_endpoints set feed_pos = $3 where client_id = $1 and id = $2',
);

export async function setFeedPosition(tx: TenantTx, id: string, position: number): Promise<void> {
  await tx.run(positionStatement, [tx.clientId, id, position]);
}

const takenStatement = statement(
  'webhooks.mark_endpoint_taking',
  `update webhook_endpoints set failing_since = null where client_id = $1 and id = $2 and failing_since is not null`,
);
const failingStatement = statement(
  'webhooks.mark_endpoint_failing',
  `update webhook_endpoints set failing_since = now() where client_id = $1 and id = $2 and failing_since is null`,
);

export async function setFailing(tx: TenantTx, id: string, isFailing: boolean): Promise<void> {
  await tx.run(isFailing ? failingStatement : takenStatement, [tx.clientId, id]);
}

const pauseStatement = statement(
  'webhooks.pause_endpoint',
  `update webhook_endpoints set state = 'paused', pause_reason = $3, version = version + 1
   where client_id = $1 and id = $2 and state = 'active'
     and ($3 <> 'failing' or failing_since < now() - $4 * interval '1 millisecond')`,
);

/** @param afterMs how long it must have failed for the reason `failing` */
export async function pauseEndpoint(
  tx: TenantTx,
  id: string,
  reason: 'failing' | 'gone',
  afterMs: number,
): Promise<boolean> {
  return (await tx.run(pauseStatement, [tx.clientId, id, reason, afterMs])) === 1;
}

export type SealedEndpoint = {
  client_id: string;
  id: string;
  secret_enc: Buffer;
  previous_secret_enc: Buffer | null;
};

const lockSealedStatement = statement(
  'webhooks.lock_sealed',
  `select client_id, id, secret_enc, previous_secret_enc from webhook_endpoints order by client_id, id for update`,
);
const resealStatement = statement(
  'webhooks.update_resealed_secrets',
  'update webhook_endpoints set secret_enc = $3, previous_secret_enc = $4 where client_id = $1 and id = $2',
);

export function lockSealedEndpoints(tx: Executor): Promise<SealedEndpoint[]> {
  return tx.rows<SealedEndpoint>(lockSealedStatement);
}

export async function storeResealedEndpoint(tx: Executor, row: SealedEndpoint): Promise<void> {
  await tx.run(resealStatement, [row.client_id, row.id, row.secret_enc, row.previous_secret_enc]);
}
