import type { ImportSchedule, ImportSource, SourceColumn, SourceRules } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { TimePosition } from '../../../platform/http/cursor.ts';

export type SourceRow = {
  client_id: string;
  id: string;
  name: string;
  url: string;
  header_name: string | null;
  header_value_enc: Buffer | null;
  mapping: SourceColumn[];
  rules: SourceRules;
  schedule: ImportSchedule;
  time_zone: string;
  state: ImportSource['state'];
  pause_reason: ImportSource['pause_reason'];
  next_at: Date | null;
  failures: number;
  file_hash: Buffer | null;
  etag: string | null;
  last_modified: string | null;
  created_by: string;
  created_at: Date;
  version: number;
  request_hash: Buffer;
};

const columns = `client_id, id, name, url, header_name, header_value_enc, mapping, rules, schedule, time_zone, state, pause_reason,
  next_at, failures, file_hash, etag, last_modified, created_by, created_at, version, request_hash`;

const findStatement = statement(
  'imports.find_source',
  `select ${columns} from import_sources where client_id = $1 and id = $2`,
);
const lockStatement = statement(
  'imports.lock_source',
  `select ${columns} from import_sources where client_id = $1 and id = $2 for update`,
);

export async function findSource(tx: TenantTx, id: string): Promise<SourceRow | null> {
  const [row] = await tx.rows<SourceRow>(findStatement, [tx.clientId, id]);
  return row ?? null;
}

export async function lockSource(tx: TenantTx, id: string): Promise<SourceRow | null> {
  const [row] = await tx.rows<SourceRow>(lockStatement, [tx.clientId, id]);
  return row ?? null;
}

const listStatement = statement(
  'imports.list_sources',
  `select ${columns} from import_sources where client_id = $1 and (created_at, id) < ($2, $3::uuid)
   order by created_at desc, id desc limit $4`,
);

export function listSources(tx: TenantTx, before: TimePosition, limit: number): Promise<SourceRow[]> {
  return tx.rows<SourceRow>(listStatement, [tx.clientId, before.at, before.id, limit]);
}

export type NewSource = Omit<
  SourceRow,
  | ('client_id' | 'created_at' | 'version' | 'state' | 'pause_reason')
  | ('failures' | 'file_hash' | 'etag' | 'last_modified')
>;

const insertStatement = statement(
  'imports.insert_source',
  `insert into import_sources (client_id, id, name, url, header_name, header_value_enc, mapping, rules, schedule, time_zone, next_at,
     created_by, request_hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing`,
);

const json = JSON.stringify;

/** @returns false when the id is taken */
export async function insertSource(tx: TenantTx, row: NewSource): Promise<boolean> {
  const { id, name, url, header_name, header_value_enc, time_zone, next_at, created_by, request_hash } = row;
  const settings = [json(row.mapping), json(row.rules), json(row.schedule)];
  const values = [
    id,
    name,
    url,
    header_name,
    header_value_enc,
    ...settings,
    time_zone,
    next_at,
    created_by,
    request_hash,
  ];
  return (await tx.run(insertStatement, [tx.clientId, ...values])) === 1;
}

const updateStatement = statement(
  'imports.update_source',
  `update import_sources set name = $3, url = $4, header_name = $5, header_value_enc = $6, mapping = $7, rules = $8,
     schedule = $9, time_zone = $10, state = $11, pause_reason = $12, next_at = $13, failures = $14, file_hash = $15,
     etag = $16, last_modified = $17, version = $18 where client_id = $1 and id = $2`,
);

/** Writes a locked row as it is given, its version too. */
export async function updateSource(tx: TenantTx, row: SourceRow): Promise<void> {
  const { id, name, url, header_name, header_value_enc, mapping, rules, schedule, time_zone, state } = row;
  const settings = [name, url, header_name, header_value_enc, json(mapping), json(rules), json(schedule), time_zone];
  const now = [state, row.pause_reason, row.next_at, row.failures, row.file_hash, row.etag, row.last_modified];
  await tx.run(updateStatement, [tx.clientId, id, ...settings, ...now, row.version]);
}

const deleteStatement = statement(
  'imports.delete_source',
  'delete from import_sources where client_id = $1 and id = $2',
);

export async function deleteSource(tx: TenantTx, id: string): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, id]);
}

export type SealedSource = Pick<SourceRow, 'client_id' | 'id'> & { header_value_enc: Buffer };

const lockSealedStatement = statement(
  'imports.lock_sealed_sources',
  `select client_id, id, header_value_enc from import_sources where header_value_enc is not null
   order by client_id, id for update`,
);
const resealStatement = statement(
  'imports.update_resealed_source',
  'update import_sources set header_value_enc = $3 where client_id = $1 and id = $2',
);

export function lockSealedSources(tx: Executor): Promise<SealedSource[]> {
  return tx.rows<SealedSource>(lockSealedStatement);
}

export async function storeResealedSource(tx: Executor, row: SealedSource): Promise<void> {
  await tx.run(resealStatement, [row.client_id, row.id, row.header_value_enc]);
}
