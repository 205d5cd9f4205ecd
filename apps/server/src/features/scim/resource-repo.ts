import { statement, type TenantTx } from '../../platform/db/sql.ts';

/** Undefined: as it is; null: none. */
export type ProvidedParts = {
  externalId: string | null | undefined;
  givenName: string | null | undefined;
  familyName: string | null | undefined;
};

const userStatement = statement(
  'scim.store_user',
  `insert into scim_users as s (client_id, user_id, external_id, given_name, family_name) values ($1, $2, $3, $5, $7)
   on conflict (client_id, user_id) do update set external_id = case when $4 then $3 else s.external_id end,
     given_name = case when $6 then $5 else s.given_name end, family_name = case when $8 then $7 else s.family_name end`,
);

/** What the provider says of a member. */
export async function storeUserParts(tx: TenantTx, userId: string, parts: ProvidedParts): Promise<void> {
  const values = [parts.externalId, parts.givenName, parts.familyName];
  await tx.run(userStatement, [
    ...[tx.clientId, userId],
    ...values.flatMap((value) => [value ?? null, value !== undefined]),
  ]);
}

const groupStatement = statement(
  'scim.store_group',
  `insert into scim_groups (client_id, group_id, external_id) values ($1, $2, $3)
   on conflict (client_id, group_id) do update set external_id = excluded.external_id`,
);

export async function storeGroupId(tx: TenantTx, groupId: string, externalId: string | null): Promise<void> {
  await tx.run(groupStatement, [tx.clientId, groupId, externalId]);
}
