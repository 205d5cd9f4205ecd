import type { AiFunction } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type SettingsRow = {
  base_url: string;
  api_key_enc: Buffer;
  key_end: string;
  model: string;
  functions: AiFunction[];
  monthly_tokens: number;
  /** Numerics are texts. */
  input_price: string;
  output_price: string;
  currency: string;
  includes_names: boolean;
  consent_id: string;
  changed_by: string;
  changed_at: Date;
  version: number;
};

const columns = `base_url, api_key_enc, key_end, model, functions, monthly_tokens, input_price::text, output_price::text,
  currency, includes_names, consent_id, changed_by, changed_at, version`;

const findStatement = statement('ai.find_settings', `select ${columns} from ai_settings where client_id = $1`);
const lockStatement = statement(
  'ai.lock_settings',
  `select ${columns} from ai_settings where client_id = $1 for update`,
);

export async function findSettings(tx: TenantTx): Promise<SettingsRow | null> {
  const [row] = await tx.rows<SettingsRow>(findStatement, [tx.clientId]);
  return row ?? null;
}

/** Locked until commit: calls of one account reserve their tokens one after another. */
export async function lockSettings(tx: TenantTx): Promise<SettingsRow | null> {
  const [row] = await tx.rows<SettingsRow>(lockStatement, [tx.clientId]);
  return row ?? null;
}

const putStatement = statement(
  'ai.put_settings',
  `insert into ai_settings (client_id, base_url, api_key_enc, key_end, model, functions, monthly_tokens, input_price,
     output_price, currency, includes_names, consent_id, changed_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   on conflict (client_id) do update set base_url = $2, api_key_enc = $3, key_end = $4, model = $5, functions = $6,
     monthly_tokens = $7, input_price = $8, output_price = $9, currency = $10, includes_names = $11, consent_id = $12,
     changed_by = $13, changed_at = date_trunc('milliseconds', now()), version = ai_settings.version + 1`,
);

export async function putSettings(tx: TenantTx, row: Omit<SettingsRow, 'changed_at' | 'version'>): Promise<void> {
  await tx.run(putStatement, [
    tx.clientId,
    row.base_url,
    row.api_key_enc,
    row.key_end,
    row.model,
    row.functions,
    row.monthly_tokens,
    row.input_price,
    row.output_price,
    row.currency,
    row.includes_names,
    row.consent_id,
    row.changed_by,
  ]);
}

const deleteStatement = statement('ai.delete_settings', 'delete from ai_settings where client_id = $1');

export async function deleteSettings(tx: TenantTx): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId]);
}

export type SealedKey = { client_id: string; api_key_enc: Buffer };

const lockSealedStatement = statement(
  'ai.lock_sealed',
  'select client_id, api_key_enc from ai_settings order by client_id for update',
);
const resealStatement = statement(
  'ai.update_resealed_key',
  'update ai_settings set api_key_enc = $2 where client_id = $1',
);

export function lockSealedKeys(tx: Executor): Promise<SealedKey[]> {
  return tx.rows<SealedKey>(lockSealedStatement);
}

export async function storeResealedKey(tx: Executor, clientId: string, sealed: Buffer): Promise<void> {
  await tx.run(resealStatement, [clientId, sealed]);
}
