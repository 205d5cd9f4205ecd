import type { TemplateVersion } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

/* Versions of templates: what they said, since when, and through whom. */

export type VersionRow = Omit<TemplateVersion, 'at' | 'fields'> & { at: Date };

/*
 * A save that changes nothing adds no version. WhatsApp's text is compared with what it was sent last: a draft saved
 * since then is not what it knows.
 */
const addStatement = statement(
  'templates.add_versions',
  `insert into template_versions (client_id, template_id, number, event, "by", approved, category, parameter_format,
     components, message_send_ttl_seconds)
   select t.client_id, t.id, coalesce(last.number, 0) + 1, $3, $4, $5, now.category, now.parameter_format, now.components,
     now.message_send_ttl_seconds
   from templates t
   cross join lateral (select
     case when t.draft is null or $3 = 'synced' then t.category else t.draft->>'category' end as category,
     case when t.draft is null or $3 = 'synced' then t.parameter_format else t.draft->>'parameter_format' end
       as parameter_format,
     case when t.draft is null or $3 = 'synced' then t.components else t.draft->'components' end as components,
     case when t.draft is null or $3 = 'synced' then t.message_send_ttl_seconds
       else (t.draft->>'message_send_ttl_seconds')::int end as message_send_ttl_seconds) now
   left join lateral (select max(number) as number from template_versions v
     where v.client_id = t.client_id and v.template_id = t.id) last on true
   left join lateral (select v.category, v.parameter_format, v.components, v.message_send_ttl_seconds from template_versions v
     where v.client_id = t.client_id and v.template_id = t.id and ($3 <> 'synced' or v.event <> 'saved')
     order by v.number desc limit 1) before on true
   where t.client_id = $1 and t.id = any ($2) and now.components is not null and ($3 in ('submitted', 'restored')
     or (before.category, coalesce(before.parameter_format, 'POSITIONAL'), before.components, before.message_send_ttl_seconds)
       is distinct from (now.category, coalesce(now.parameter_format, 'POSITIONAL'), now.components,
         now.message_send_ttl_seconds))`,
);
const kept = 100;
const trimStatement = statement(
  'templates.trim_versions',
  `delete from template_versions v using (select template_id, max(number) as number from template_versions
     where client_id = $1 and template_id = any ($2) group by 1) last
   where v.client_id = $1 and v.template_id = last.template_id and v.number <= last.number - ${kept}`,
);

/** Keeps what templates say now. @param by null: WhatsApp. @param approved it changes an approved template */
export async function addVersions(
  tx: TenantTx,
  ids: readonly string[],
  event: VersionRow['event'],
  by: string | null,
  approved = false,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(addStatement, [tx.clientId, ids, event, by, approved]);
  await tx.run(trimStatement, [tx.clientId, ids]);
}

const listStatement = statement(
  'templates.list_versions',
  `select number, event, at, "by", category, parameter_format, components, message_send_ttl_seconds from template_versions
   where client_id = $1 and template_id = $2 order by number desc`,
);

/** Latest first. */
export function listVersions(tx: TenantTx, id: string): Promise<VersionRow[]> {
  return tx.rows(listStatement, [tx.clientId, id]);
}

const editsStatement = statement(
  'templates.list_edits',
  `select at from template_versions where client_id = $1 and template_id = $2 and approved
     and at > now() - interval '30 days' order by at`,
);

/** When the approved template was changed in the last 30 days. */
export async function listEdits(tx: TenantTx, id: string): Promise<Date[]> {
  return (await tx.rows<{ at: Date }>(editsStatement, [tx.clientId, id])).map(({ at }) => at);
}
