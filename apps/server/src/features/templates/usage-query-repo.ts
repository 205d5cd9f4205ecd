import type { TemplateUse } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

/* What other features make of templates; read only. */

/** What is visible of the uses and results. */
export type UsageReader = {
  /** The only channels; null: all. */
  channelIds: readonly string[] | null;
  /** Only conversations of this member and these groups, and only their own broadcasts; null: all. */
  assigneeId: string | null;
  groupIds: readonly string[];
  readsCampaigns: boolean;
};

/** Everything, for what is decided about a template and not shown. */
export const readsAll: UsageReader = { channelIds: null, assigneeId: null, groupIds: [], readsCampaigns: true };

const threadSeen = `($2::uuid[] is null or t.channel_id = any($2))
  and ($3::uuid is null or t.assignee_id = $3 or t.assignee_group_id = any($4))`;

const usesStatement = statement(
  'templates.list_uses',
  `select template_id, 'campaign' as kind, id, name, state from template_campaigns
   where client_id = $1 and $5 and ($2::uuid[] is null or channel_id = any($2)) and ($3::uuid is null or created_by = $3::uuid::text)
   union all
   select use.template_id, 'channel', c.id, c.channel_label, use.state from shared_channels c
   cross join lateral (values (c.window_closed_template_id, 'window_closed'), (c.first_message_template_id, 'first_message'))
     as use(template_id, state)
   where c.client_id = $1 and c.deleted_at is null and use.template_id is not null
     and ($2::uuid[] is null or c.id = any($2))
   union all
   select distinct template_id, 'automation', id, name, state from template_automations where client_id = $1
   union all
   select template_id, 'scheduled', template_id, count(*)::text, 'SCHEDULED' from template_scheduled_messages t
   where client_id = $1 and ${threadSeen} group by template_id
   order by 2, 4, 3`,
);

export type UseRow = TemplateUse & { template_id: string };

/** Unfinished broadcasts, channels, automations and scheduled messages, by the template they name. */
export async function listUses(tx: TenantTx, reader: UsageReader = readsAll): Promise<Map<string, TemplateUse[]>> {
  const uses = new Map<string, TemplateUse[]>();
  for (const { template_id: templateId, ...use } of await tx.rows<UseRow>(usesStatement, valuesOf(tx, reader))) {
    uses.set(templateId, [...(uses.get(templateId) ?? []), use]);
  }
  return uses;
}

function valuesOf(tx: TenantTx, { channelIds, assigneeId, groupIds, readsCampaigns }: UsageReader): unknown[] {
  return [tx.clientId, channelIds, assigneeId, groupIds, readsCampaigns];
}

const resultsStatement = statement(
  'templates.list_results',
  `select m.content->>'id' as template_id, count(*) filter (where m.status >= 1)::int as sent,
     count(*) filter (where m.status >= 2)::int as delivered, count(*) filter (where m.status >= 3)::int as read,
     count(after.came)::int as replied, count(*) filter (where after.tapped)::int as tapped,
     count(*) filter (where m.status = -1)::int as failed, max(m.created_at) as last_used_at
   from template_messages m left join lateral (
     select true as came, bool_or(i.type = 'button' and i.context_message_id = m.id) as tapped from template_messages i
     where i.client_id = $1 and i.thread_id = m.thread_id and i.sort_at > m.sort_at
       and i.sort_at < m.sort_at + interval '72 hours' and i.direction = 'INCOMING' and i.type <> 'system'
     having count(*) > 0) after on m.status > 0
   where m.client_id = $1 and m.type = 'template' and m.direction = 'OUTGOING'
     and m.created_at > now() - interval '30 days'
     and ($2::uuid[] is null and $3::uuid is null or exists (select from template_threads t
       where t.client_id = $1 and t.id = m.thread_id and ${threadSeen}))
   group by 1`,
);

export type ResultRow = {
  template_id: string | null;
  sent: number;
  delivered: number;
  read: number;
  replied: number;
  tapped: number;
  failed: number;
  last_used_at: Date;
};

/** Messages of the last 30 days, by template. */
export function listResults(tx: TenantTx, reader: UsageReader): Promise<ResultRow[]> {
  return tx.rows(resultsStatement, valuesOf(tx, reader).slice(0, 4));
}
