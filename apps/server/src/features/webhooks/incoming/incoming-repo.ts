import type { IncomingContact, IncomingMessage, IncomingWebhook } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { TimePosition } from '../../../platform/http/cursor.ts';
import type { FieldUser } from '../../contacts/public.ts';

export type IncomingRow = {
  client_id: string;
  id: string;
  /** The part of the address that tells whose it is: callers choose ids, but not this. */
  address: string;
  name: string;
  contact: IncomingContact;
  message: IncomingMessage | null;
  secret_enc: Buffer;
  previous_secret_enc: Buffer | null;
  previous_secret_until: Date | null;
  state: IncomingWebhook['state'];
  created_by: string;
  created_at: Date;
  version: number;
  request_hash: Buffer;
};

const columns = `client_id, id, address, name, contact, message, secret_enc, previous_secret_enc, previous_secret_until, state,
  created_by, created_at, version, request_hash`;

const findStatement = statement(
  'webhooks.find_incoming',
  `select ${columns} from incoming_webhooks where client_id = $1 and id = $2`,
);
const lockStatement = statement(
  'webhooks.lock_incoming',
  `select ${columns} from incoming_webhooks where client_id = $1 and id = $2 for update`,
);

export async function findIncoming(tx: TenantTx, id: string): Promise<IncomingRow | null> {
  const [row] = await tx.rows<IncomingRow>(findStatement, [tx.clientId, id]);
  return row ?? null;
}

export async function lockIncoming(tx: TenantTx, id: string): Promise<IncomingRow | null> {
  const [row] = await tx.rows<IncomingRow>(lockStatement, [tx.clientId, id]);
  return row ?? null;
}

const addressStatement = statement(
  'webhooks.find_incoming_by_address',
  `select ${columns} from incoming_webhooks where address = $1`,
);

/** Across accounts: a call names the webhook before its account is known. */
export async function findIncomingByAddress(system: Executor, address: string): Promise<IncomingRow | null> {
  const [row] = await system.rows<IncomingRow>(addressStatement, [address]);
  return row ?? null;
}

const listStatement = statement(
  'webhooks.list_incoming',
  `select ${columns} from incoming_webhooks where client_id = $1 and (created_at, id) < ($2, $3::uuid)
   order by created_at desc, id desc limit $4`,
);

export function listIncoming(tx: TenantTx, before: TimePosition, limit: number): Promise<IncomingRow[]> {
  return tx.rows<IncomingRow>(listStatement, [tx.clientId, before.at, before.id, limit]);
}

export type NewIncoming = Pick<
  IncomingRow,
  'id' | 'name' | 'contact' | 'message' | 'secret_enc' | 'created_by' | 'request_hash'
>;

const insertStatement = statement(
  'webhooks.insert_incoming',
  `insert into incoming_webhooks (client_id, id, name, contact, message, secret_enc, created_by, request_hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
);

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** @returns false when the id is taken */
export async function insertIncoming(tx: TenantTx, row: NewIncoming): Promise<boolean> {
  const { id, name, contact, message, secret_enc, created_by, request_hash } = row;
  const values = [tx.clientId, id, name, json(contact), json(message), secret_enc, created_by, request_hash];
  return (await tx.run(insertStatement, values)) === 1;
}

const updateStatement = statement(
  'webhooks.update_incoming',
  `update incoming_webhooks set name = $3, contact = $4, message = $5, state = $6, secret_enc = $7,
     previous_secret_enc = $8, previous_secret_until = $9, version = version + 1
   where client_id = $1 and id = $2`,
);

export async function updateIncoming(tx: TenantTx, row: IncomingRow): Promise<void> {
  const { id, name, contact, message, state, secret_enc, previous_secret_enc, previous_secret_until } = row;
  const secrets = [secret_enc, previous_secret_enc, previous_secret_until];
  await tx.run(updateStatement, [tx.clientId, id, name, json(contact), json(message), state, ...secrets]);
}

const deleteStatement = statement(
  'webhooks.delete_incoming',
  'delete from incoming_webhooks where client_id = $1 and id = $2',
);

export async function deleteIncoming(tx: TenantTx, id: string): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, id]);
}

const renameStatement = statement(
  'webhooks.rename_field_in_incoming',
  `update incoming_webhooks i set version = version + 1, contact = jsonb_set(contact, '{custom_fields}', (
     select jsonb_agg(case when name_key(m->>'field') = name_key($2) then jsonb_set(m, '{field}', to_jsonb($3::text)) else m end order by ord)
     from jsonb_array_elements(contact->'custom_fields') with ordinality x(m, ord)))
   where client_id = $1
     and exists (select from jsonb_array_elements(contact->'custom_fields') m where name_key(m->>'field') = name_key($2))`,
);

/** Follows a new name of a custom field. */
export async function renameFieldInIncoming(tx: TenantTx, from: string, to: string): Promise<void> {
  await tx.run(renameStatement, [tx.clientId, from, to]);
}

const usesStatement = statement(
  'webhooks.list_field_uses',
  `select distinct m->>'field' as field, i.id, i.name
   from incoming_webhooks i, jsonb_array_elements(i.contact->'custom_fields') m where i.client_id = $1 order by i.name, i.id`,
);

/** Incoming webhooks that save a value in a custom field. */
export async function findFieldUsesInIncoming(tx: TenantTx): Promise<FieldUser[]> {
  const rows = await tx.rows<Pick<FieldUser, 'field' | 'id' | 'name'>>(usesStatement, [tx.clientId]);
  return rows.map((row) => ({ ...row, kind: 'incoming_webhook' as const }));
}

export type SealedIncoming = Pick<IncomingRow, 'client_id' | 'id' | 'secret_enc' | 'previous_secret_enc'>;

const lockSealedStatement = statement(
  'webhooks.lock_sealed_incoming',
  `select client_id, id, secret_enc, previous_secret_enc from incoming_webhooks order by client_id, id for update`,
);
const resealStatement = statement(
  'webhooks.update_resealed_incoming',
  'update incoming_webhooks set secret_enc = $3, previous_secret_enc = $4 where client_id = $1 and id = $2',
);

export function lockSealedIncoming(tx: Executor): Promise<SealedIncoming[]> {
  return tx.rows<SealedIncoming>(lockSealedStatement);
}

export async function storeResealedIncoming(tx: Executor, row: SealedIncoming): Promise<void> {
  await tx.run(resealStatement, [row.client_id, row.id, row.secret_enc, row.previous_secret_enc]);
}
