import { type Executor, statement } from '../../platform/db/sql.ts';

const membersStatement = statement(
  'identity.insert_imported_members',
  `insert into users (id, email, display_name, photo_url, default_client_id, created_at)
   select user_id, email, name, photo_url, client_id, created_at from user_memberships`,
);
const formerStatement = statement(
  'identity.insert_imported_former',
  `insert into users (id, email, display_name, disabled_at)
   select user_id, user_id || '@deleted.invalid', max(name), now() from (
     select user_id, name from users_named_by_team union all select user_id, '' from users_named_by_settings
   ) named where user_id is not null group by user_id
   on conflict (id) do nothing`,
);
const claimStatement = statement(
  'identity.claim_imported_setup',
  `insert into setup_claims (user_id) select user_id from user_memberships where role = 'Owner' and suspended_at is null
   order by created_at, user_id limit 1`,
);

/**
 * After the import of an account: its members are users again, by their email addresses alone. They have no password until
 * they prove the address. Others whom rows name are users who cannot sign in. The first Owner is the operator.
 */
export async function insertImportedUsers(tx: Executor): Promise<undefined> {
  await tx.run(membersStatement);
  await tx.run(formerStatement);
  await tx.run(claimStatement);
}
