import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type DeviceRow = {
  id: string;
  user_id: string;
  name: string;
  kind: 'desktop' | 'phone';
  endpoint: string;
  keys_enc: Buffer;
  created_at: Date;
  last_sent_at: Date | null;
  last_error: string | null;
};

const columns = 'd.id, d.user_id, d.name, d.kind, d.endpoint, d.keys_enc, d.created_at, d.last_sent_at, d.last_error';

const upsertStatement = statement(
  'notifications.save_device',
  `insert into push_devices as d (client_id, id, user_id, session_id, name, kind, endpoint, endpoint_hash, keys_enc)
   values ($1, $2, $3, $4, $5, $6, $7, sha256($7::text::bytea), $8)
   on conflict (client_id, endpoint_hash) do update set user_id = excluded.user_id, session_id = excluded.session_id,
     name = excluded.name, kind = excluded.kind, keys_enc = excluded.keys_enc, id = excluded.id, last_error = null
   returning ${columns}`,
);

export async function upsertDevice(
  tx: TenantTx,
  device: Pick<DeviceRow, 'id' | 'user_id' | 'name' | 'kind' | 'endpoint' | 'keys_enc'> & { session_id: string },
): Promise<DeviceRow> {
  const { id, user_id, session_id, name, kind, endpoint, keys_enc } = device;
  const [row] = await tx.rows<DeviceRow>(upsertStatement, [
    tx.clientId,
    id,
    user_id,
    session_id,
    name,
    kind,
    endpoint,
    keys_enc,
  ]);
  if (row === undefined) throw new Error('an inserted device was not returned');
  return row;
}

const listStatement = statement(
  'notifications.list_devices',
  `select ${columns} from push_devices d where d.client_id = $1 and d.user_id = any($2) order by d.created_at, d.id`,
);

export function listDevices(tx: TenantTx, userIds: readonly string[]): Promise<DeviceRow[]> {
  return tx.rows<DeviceRow>(listStatement, [tx.clientId, userIds]);
}

const findStatement = statement(
  'notifications.find_device',
  `select ${columns} from push_devices d where d.client_id = $1 and d.id = $2`,
);

export async function findDevice(tx: TenantTx, id: string): Promise<DeviceRow | null> {
  const [row] = await tx.rows<DeviceRow>(findStatement, [tx.clientId, id]);
  return row ?? null;
}

const ringStatement = statement(
  'notifications.note_ring',
  'update push_devices set rings = array_append(array_remove(rings, $3::uuid), $3::uuid) where client_id = $1 and id = $2',
);

/** A browser is about to be told that a call rings. */
export async function noteRing(tx: TenantTx, id: string, callId: string): Promise<void> {
  await tx.run(ringStatement, [tx.clientId, id, callId]);
}

const stopStatement = statement(
  'notifications.take_rings',
  `update push_devices set rings = array_remove(rings, $2::uuid) where client_id = $1 and $2::uuid = any(rings) returning id`,
);

/** The browsers that were told that a call rings, each once. @returns their ids */
export async function takeRings(tx: TenantTx, callId: string): Promise<string[]> {
  return (await tx.rows<{ id: string }>(stopStatement, [tx.clientId, callId])).map(({ id }) => id);
}

const deleteStatement = statement(
  'notifications.delete_device',
  'delete from push_devices where client_id = $1 and id = $2 and ($3::uuid is null or user_id = $3)',
);

/** @param userId null: the device of any member @returns whether it existed */
export async function deleteDevice(tx: TenantTx, id: string, userId: string | null): Promise<boolean> {
  return (await tx.run(deleteStatement, [tx.clientId, id, userId])) === 1;
}

const resultStatement = statement(
  'notifications.record_device_result',
  `update push_devices set last_error = $3, last_sent_at = case when $3::text is null then now() else last_sent_at end
   where client_id = $1 and id = $2`,
);

export async function noteDeviceResult(tx: TenantTx, id: string, error: string | null): Promise<void> {
  await tx.run(resultStatement, [tx.clientId, id, error]);
}

const endedStatement = statement(
  'notifications.delete_devices_of_ended_sessions',
  `delete from push_devices d using shared_sessions s
   where s.id = d.session_id and (s.revoked_at is not null or s.idle_expires_at < now() or s.absolute_expires_at < now())`,
);

/** Forgets the browsers of sessions that ended in any way. */
export async function deleteEndedDevices(system: Executor): Promise<void> {
  await system.run(endedStatement);
}

const endedOneStatement = statement(
  'notifications.delete_device_of_ended_session',
  `delete from push_devices d using shared_sessions s
   where d.client_id = $1 and d.id = $2 and s.id = d.session_id
     and (s.revoked_at is not null or s.idle_expires_at < now() or s.absolute_expires_at < now())`,
);

/** Who signed out gets nothing any more, from the first message on. */
export async function deleteIfEnded(system: Executor, clientId: string, deviceId: string): Promise<void> {
  await system.run(endedOneStatement, [clientId, deviceId]);
}
