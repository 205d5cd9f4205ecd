import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type ChecklistFacts = {
  has_number: boolean;
  has_teammate: boolean;
  has_contacts: boolean;
  has_sent: boolean;
  dismissed: boolean;
};

/*
 * The facts of the checklist. Every part reads one row by the account's key: an "exists" would be planned as a scan
 * of the rows of all accounts, which ends early only for accounts with many.
 */
const factsStatement = statement(
  'settings.read_checklist',
  `select
     exists (select from shared_channels where client_id = $1 and not sandbox and deleted_at is null) as has_number,
     coalesce(
       (select user_id from shared_client_users where client_id = $1 and user_id <> $2 order by user_id limit 1),
       (select id from shared_invitations where client_id = $1
         and accepted_at is null and declined_at is null and revoked_at is null order by created_at desc, id desc limit 1)
     ) is not null as has_teammate,
     -- Counts are kept; people of the sandbox are none of the account's.
     coalesce((select sum(case scope when 'all' then n else -n end) from shared_contact_counts
       where client_id = $1 and scope in ('all', 'sandbox')), 0) > 0 as has_contacts,
     -- Triggers first: whoever sends has some, and the messages of a busy account need not be looked through.
     coalesce(
       (select id from shared_triggers where client_id = $1 order by id limit 1),
       (select id from shared_messages where client_id = $1 and direction = 'OUTGOING' order by id limit 1)
     ) is not null as has_sent,
     coalesce((select checklist_dismissed_at is not null from shared_client_users where client_id = $1 and user_id = $2), false)
       as dismissed`,
);

export async function readChecklist(tx: TenantTx, userId: string): Promise<ChecklistFacts> {
  const [row] = await tx.rows<ChecklistFacts>(factsStatement, [tx.clientId, userId]);
  if (row === undefined) throw new Error('a statement without a from gave no row');
  return row;
}
