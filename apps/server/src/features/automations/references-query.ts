import { statement, type TenantTx } from '../../platform/db/sql.ts';

const knownStatement = statement(
  'automations.list_known_references',
  `select 'list' as kind, id from shared_contact_lists where client_id = $1 and id = any($2) and not deleting
   union all select 'label', id from shared_labels where client_id = $1 and id = any($2)
   union all select 'stage', id from shared_stages where client_id = $1 and id = any($2)
   union all select 'channel', id from shared_channels where client_id = $1 and id = any($2) and deleted_at is null
   union all select 'member', user_id from shared_client_users where client_id = $1 and user_id = any($2) and suspended_at is null
   union all select 'group', id from shared_user_groups where client_id = $1 and id = any($2)
   union all select 'broadcast', id from shared_campaigns where client_id = $1 and id = any($2)
   union all select 'webhook', id from shared_incoming_webhooks where client_id = $1 and id = any($2)
   union all select 'template', id from shared_templates where client_id = $1 and id = any($2) and status = 'ACTIVE'`,
);
/** @returns which of the ids exist, as `kind:id` */
export async function listKnown(tx: TenantTx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.rows<{ kind: string; id: string }>(knownStatement, [tx.clientId, [...new Set(ids)]]);
  return new Set(rows.map(({ kind, id }) => `${kind}:${id}`));
}
