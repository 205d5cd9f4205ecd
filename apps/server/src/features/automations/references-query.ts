import type { AutomationCondition, Flow } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type ReferenceKind =
  | 'list'
  | 'label'
  | 'stage'
  | 'channel'
  | 'member'
  | 'group'
  | 'template'
  | 'broadcast'
  | 'webhook';
export type Reference = { kind: ReferenceKind; id: string; step: string | null };

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

/** Everything of the account that a flow names. */
export function referencesOf(flow: Flow): Reference[] {
  const found: Reference[] = [];
  const add = (step: string | null, kind: ReferenceKind, ...ids: (string | null)[]) => {
    for (const id of ids) if (id !== null) found.push({ kind, id, step });
  };
  const addConditions = (step: string | null, conditions: readonly AutomationCondition[]) => {
    for (const one of conditions) {
      if (one.kind === 'channel') add(step, 'channel', ...one.channel_ids);
      if (one.kind === 'list') add(step, 'list', one.list_id);
      if (one.kind === 'label') add(step, 'label', one.label_id);
    }
  };
  const { trigger } = flow;
  if ('list_id' in trigger) add(null, 'list', trigger.list_id);
  if ('channel_id' in trigger) add(null, 'channel', trigger.channel_id);
  if (trigger.kind === 'campaign_reply') add(null, 'broadcast', trigger.campaign_id);
  if (trigger.kind === 'incoming_webhook') add(null, 'webhook', trigger.webhook_id);
  addConditions(null, flow.conditions);
  for (const step of flow.steps) {
    const { id, kind } = step;
    if (kind === 'list' || kind === 'label') add(id, kind, ...step.add, ...step.remove);
    if (kind === 'stage') add(id, kind, step.stage_id);
    if (kind === 'send_template') add(id, 'template', step.template_id);
    if (kind === 'branch') for (const arm of step.arms) addConditions(id, arm.conditions);
    if (kind === 'assign' || kind === 'hand_over') {
      const { to } = step;
      if (to.kind === 'member') add(id, 'member', to.user_id);
      if (to.kind === 'group' || to.kind === 'round_robin') add(id, 'group', to.group_id);
    }
  }
  return found;
}
