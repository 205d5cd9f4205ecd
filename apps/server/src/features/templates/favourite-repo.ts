import { statement, type TenantTx } from '../../platform/db/sql.ts';

const listStatement = statement(
  'templates.list_favourites',
  `select f.template_id as id from session_template_favourites f
   join session_templates s on s.client_id = f.client_id and s.id = f.template_id
   where f.client_id = $1 and f.user_id = $2 and s.deleted_at is null and (s.owner_id is null or s.owner_id = $2)
   order by f.position`,
);

/** Without those that were deleted, or that another member keeps private by now. */
export async function listFavourites(tx: TenantTx, uid: string): Promise<string[]> {
  return (await tx.rows<{ id: string }>(listStatement, [tx.clientId, uid])).map(({ id }) => id);
}

const deleteStatement = statement(
  'templates.delete_favourites',
  'delete from session_template_favourites where client_id = $1 and user_id = $2 and not template_id = any($3)',
);
const putStatement = statement(
  'templates.put_favourites',
  `insert into session_template_favourites as f (client_id, user_id, template_id, position)
   select $1, $2, s.id, wanted.position
   from unnest($3::uuid[]) with ordinality as wanted(id, position)
   join session_templates s on s.client_id = $1 and s.id = wanted.id and (s.owner_id is null or s.owner_id = $2)
   on conflict (client_id, user_id, template_id) do update set position = excluded.position
   returning f.template_id`,
);

/** Replaces the favourites of a member. @returns the ids that were found, in no order */
export async function putFavourites(tx: TenantTx, uid: string, ids: readonly string[]): Promise<Set<string>> {
  await tx.run(deleteStatement, [tx.clientId, uid, ids]);
  const rows = await tx.rows<{ template_id: string }>(putStatement, [tx.clientId, uid, ids]);
  return new Set(rows.map(({ template_id: id }) => id));
}
