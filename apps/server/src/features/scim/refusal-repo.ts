import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type Refusal = { id: string; token_id: string; call: string; status: number; detail: string };

const insertStatement = statement(
  'scim.insert_refusal',
  `with older as (
     select id from scim_refusals where client_id = $1 order by at desc, id desc offset 19
   ), gone as (
     delete from scim_refusals r using older where r.client_id = $1 and r.id = older.id
   )
   insert into scim_refusals (client_id, id, token_id, call, status, detail) values ($1, $2, $3, $4, $5, $6)`,
);

/** Keeps the newest twenty. */
export async function addRefusal(tx: TenantTx, { id, token_id, call, status, detail }: Refusal): Promise<void> {
  await tx.run(insertStatement, [tx.clientId, id, token_id, call, status, detail]);
}

const listStatement = statement(
  'scim.list_refusals',
  `select id, token_id, at, call, status, detail from scim_refusals where client_id = $1 order by at desc, id desc limit 20`,
);

/** Newest first. */
export function listRefusals(tx: TenantTx): Promise<Array<Refusal & { at: Date }>> {
  return tx.rows(listStatement, [tx.clientId]);
}
