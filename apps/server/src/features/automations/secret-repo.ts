import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type SecretRow = { client_id: string; id: string; origin: string; value_enc: Buffer };

const insertStatement = statement(
  'automations.insert_secret',
  `insert into automation_secrets (client_id, id, origin, value_enc, created_by) values ($1, $2, $3, $4, $5)`,
);
export async function insertSecret(
  tx: TenantTx,
  { id, origin, sealed, author }: { id: string; origin: string; sealed: Buffer; author: string },
): Promise<void> {
  await tx.run(insertStatement, [tx.clientId, id, origin, sealed, author]);
}

const findStatement = statement(
  'automations.find_secrets',
  'select client_id, id, origin, value_enc from automation_secrets where client_id = $1 and id = any($2)',
);
export async function findSecrets(tx: TenantTx, ids: readonly string[]): Promise<Map<string, SecretRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<SecretRow>(findStatement, [tx.clientId, [...new Set(ids)]]);
  return new Map(rows.map((row) => [row.id, row]));
}

/* A secret that was just entered is in no saved draft yet. */
const unusedStatement = statement(
  'automations.delete_unused_secrets',
  `delete from automation_secrets s where s.created_at < now() - interval '7 days'
     and not exists (select from automations a where a.client_id = s.client_id and a.draft->'steps' @>
       jsonb_build_array(jsonb_build_object('headers', jsonb_build_array(jsonb_build_object('secret_id', s.id)))))
     and not exists (select from automation_versions v where v.client_id = s.client_id and v.flow->'steps' @>
       jsonb_build_array(jsonb_build_object('headers', jsonb_build_array(jsonb_build_object('secret_id', s.id)))))`,
);
export async function deleteUnusedSecrets(system: Executor): Promise<number> {
  return system.run(unusedStatement);
}

const lockSealedStatement = statement(
  'automations.lock_sealed_secrets',
  'select client_id, id, origin, value_enc from automation_secrets order by client_id, id for update',
);
const resealStatement = statement(
  'automations.update_resealed_secret',
  'update automation_secrets set value_enc = $3 where client_id = $1 and id = $2',
);
export function lockSealedSecrets(tx: Executor): Promise<SecretRow[]> {
  return tx.rows<SecretRow>(lockSealedStatement);
}

export async function storeResealedSecret(tx: Executor, { client_id, id, value_enc }: SecretRow): Promise<void> {
  await tx.run(resealStatement, [client_id, id, value_enc]);
}
