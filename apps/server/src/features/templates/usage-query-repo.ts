import type { TemplateUse } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

/* What other features make of templates; read only. */

const usesStatement = statement(
  'templates.list_uses',
  `select template_id, 'campaign' as kind, id, name, state from campaigns
   where client_id = $1 and template_id is not null and state in ('DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED')
   union all
   select use.template_id, 'channel', c.id, c.channel_label, use.state from channels c
   cross join lateral (values (c.window_closed_template_id, 'window_closed'), (c.first_message_template_id, 'first_message'))
     as use(template_id, state)
   where c.client_id = $1 and c.deleted_at is null and use.template_id is not null
   union all
   select distinct (step->>'template_id')::uuid, 'automation', a.id, a.name, a.state from automations a
   left join automation_versions v on v.client_id = a.client_id and v.automation_id = a.id
     and v.number = a.published_version
   cross join lateral (
     select jsonb_array_elements(a.draft->'steps') union all select jsonb_array_elements(v.flow->'steps')) flow(step)
   where a.client_id = $1 and step->>'kind' = 'send_template' and step->>'template_id' is not null
   union all
   select id, 'scheduled', id, count::text, 'SCHEDULED' from (select (content->>'id')::uuid as id, count(*)
     from scheduled_messages where client_id = $1 and type = 'template' and cancelled_at is null group by 1) waiting
   order by 2, 4, 3`,
);

export type UseRow = TemplateUse & { template_id: string };

/** Unfinished broadcasts, channels, automations and scheduled messages, by the template they name. */
export async function listUses(tx: TenantTx): Promise<Map<string, TemplateUse[]>> {
  const uses = new Map<string, TemplateUse[]>();
  for (const { template_id: templateId, ...use } of await tx.rows<UseRow>(usesStatement, [tx.clientId])) {
    uses.set(templateId, [...(uses.get(templateId) ?? []), use]);
  }
  return uses;
}

const resultsStatement = statement(
  'templates.list_results',
  `select m.content->>'id' as template_id, count(*) filter (where m.status >= 1)::int as sent,
     count(*) filter (where m.status >= 2)::int as delivered, count(*) filter (where m.status >= 3)::int as read,
     count(after.came)::int as replied, count(*) filter (where after.tapped)::int as tapped,
     count(*) filter (where m.status = -1)::int as failed, max(m.created_at) as last_used_at
   from messages m left join lateral (
     select true as came, bool_or(i.type = 'button' and i.context_message_id = m.id) as tapped from messages i
     where i.client_id = $1 and i.thread_id = m.thread_id and i.sort_at > m.sort_at
       and i.sort_at < m.sort_at + interval '72 hours' and i.direction = 'INCOMING' and i.type <> 'system'
     having count(*) > 0) after on m.status > 0
   where m.client_id = $1 and m.type = 'template' and m.direction = 'OUTGOING'
     and m.created_at > now() - interval '30 days'
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
export function listResults(tx: TenantTx): Promise<ResultRow[]> {
  return tx.rows(resultsStatement, [tx.clientId]);
}
