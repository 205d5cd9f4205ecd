import type { AuditForwarding } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

export type ForwardingRow = {
  id: string;
  name: string;
  kind: AuditForwarding['kind'];
  address: string;
  secret_enc: Buffer | null;
  ca_certificate: string | null;
  state: AuditForwarding['state'];
  failures: number;
  due_at: Date;
  forwarded: number;
  last_forwarded_at: Date | null;
  last_error: string | null;
  last_error_at: Date | null;
  created_by: string;
  created_at: Date;
  version: number;
  request_hash: Buffer;
  /** Events that were not taken yet, up to a thousand. */
  behind: number;
};

const columns = `f.id, f.name, f.kind, f.address, f.secret_enc, f.ca_certificate, f.state, f.failures, f.due_at, f.forwarded,
  f.last_forwarded_at, f.last_error, f.last_error_at, f.created_by, f.created_at, f.version, f.request_hash, (
    select count(*)::int from (select from audit_events e
      where e.client_id = f.client_id and (e.tx, e.id) > (f.after_tx, f.after_id) limit 1000) waiting) as behind
  from audit_forwardings f`;

const listStatement = statement(
  'settings.list_audit_forwardings',
  `select ${columns} where f.client_id = $1 order by f.created_at, f.id`,
);

export function listForwardings(tx: TenantTx): Promise<ForwardingRow[]> {
  return tx.rows<ForwardingRow>(listStatement, [tx.clientId]);
}

const lockStatement = statement(
  'settings.lock_audit_forwarding',
  `select ${columns} where f.client_id = $1 and f.id = $2 for update of f`,
);

export async function lockForwarding(tx: TenantTx, id: string): Promise<ForwardingRow | null> {
  const [row] = await tx.rows<ForwardingRow>(lockStatement, [tx.clientId, id]);
  return row ?? null;
}

export type NewForwarding = Pick<
  ForwardingRow,
  'id' | 'name' | 'kind' | 'address' | 'secret_enc' | 'ca_certificate' | 'created_by' | 'request_hash'
> & { past: boolean };

const insertStatement = statement(
  'settings.insert_audit_forwarding',
  `insert into audit_forwardings (client_id, id, name, kind, address, secret_enc, ca_certificate, created_by, request_hash,
     after_tx, after_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $10 then -4503599627370496
       else pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1 end, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
   on conflict do nothing`,
);

/** @returns false when the id is taken */
export async function insertForwarding(tx: TenantTx, row: NewForwarding): Promise<boolean> {
  const { id, name, kind, address, secret_enc, ca_certificate, created_by, request_hash, past } = row;
  const values = [tx.clientId, id, name, kind, address, secret_enc, ca_certificate, created_by, request_hash, past];
  return (await tx.run(insertStatement, values)) === 1;
}

const changeStatement = statement(
  'settings.change_audit_forwarding',
  `update audit_forwardings set name = $3, address = $4, ca_certificate = $5, state = $6, due_at = now(), failures = 0,
     version = version + 1
   where client_id = $1 and id = $2`,
);

/** Tries again at once: the fault may be what was changed. */
export async function changeForwarding(
  tx: TenantTx,
  {
    id,
    name,
    address,
    ca_certificate,
    state,
  }: Pick<ForwardingRow, 'id' | 'name' | 'address' | 'ca_certificate' | 'state'>,
): Promise<void> {
  await tx.run(changeStatement, [tx.clientId, id, name, address, ca_certificate, state]);
}

const deleteStatement = statement(
  'settings.delete_audit_forwarding',
  'delete from audit_forwardings where client_id = $1 and id = $2',
);

export async function deleteForwarding(tx: TenantTx, id: string): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, id]);
}

export type SealedForwarding = { client_id: string; id: string; secret_enc: Buffer };

const sealedStatement = statement(
  'settings.lock_sealed_forwardings',
  'select client_id, id, secret_enc from audit_forwardings where secret_enc is not null for update',
);

/** @param system of the role that sees every account */
export function lockSealedForwardings(system: Executor): Promise<SealedForwarding[]> {
  return system.rows<SealedForwarding>(sealedStatement);
}

const resealStatement = statement(
  'settings.reseal_audit_forwarding',
  'update audit_forwardings set secret_enc = $3 where client_id = $1 and id = $2',
);

export async function storeResealedForwarding(system: Executor, row: SealedForwarding): Promise<void> {
  await system.run(resealStatement, [row.client_id, row.id, row.secret_enc]);
}
