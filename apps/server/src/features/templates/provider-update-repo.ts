import { type Executor, statement } from '../../platform/db/sql.ts';

/*
 * One update of a template. A row created here has only the properties in the update; fetching fills in the rest.
 * Each kind of update sets only its own columns, and only forward in the provider's time.
 */
const templateStatement = statement(
  'templates.apply_update',
  `insert into templates as t (client_id, id, waba_id, provider_template_id, name, language, category, status, provider_status,
     status_reason, status_detail, status_at, quality, quality_at, previous_category, next_category, next_category_at,
     category_at, components_at)
   select x.client_id, x.id, x.waba_id, x.template_id, x.name, x.language, x.category, coalesce(x.status, 'PENDING'),
     x.provider_status, x.reason, x.detail, x.status_at, x.quality, x.quality_at, x.previous_category, x.next_category,
     x.next_category_at, x.category_at, x.components_at
   from jsonb_to_record($1::jsonb) as x(client_id uuid, id uuid, waba_id text, template_id text, name text, language text,
     category text, status text, provider_status text, reason text, detail jsonb, status_at timestamptz, quality text,
     quality_at timestamptz, previous_category text, next_category text, next_category_at timestamptz,
     category_at timestamptz, components_at timestamptz)
   on conflict (client_id, waba_id, name, language) do update set
     provider_template_id = coalesce(excluded.provider_template_id, t.provider_template_id),
     -- One that was deleted here stays in the trash while WhatsApp still deletes it.
     status = case when excluded.status_at is null or excluded.provider_status in ('FLAGGED')
         or excluded.provider_status = 'PENDING_DELETION' and t.status = 'DELETED' then t.status else excluded.status end,
     provider_status = case when excluded.status_at is null then t.provider_status else excluded.provider_status end,
     status_reason = case when excluded.status_at is null then t.status_reason else excluded.status_reason end,
     status_detail = case when excluded.status_at is null then t.status_detail else excluded.status_detail end,
     status_at = coalesce(excluded.status_at, t.status_at),
     quality = coalesce(excluded.quality, t.quality),
     quality_at = coalesce(excluded.quality_at, t.quality_at),
     category = case when excluded.category_at is null then coalesce(t.category, excluded.category) else excluded.category end,
     previous_category = case when excluded.category_at is null then t.previous_category else excluded.previous_category end,
     next_category = case when excluded.category_at is null then t.next_category else excluded.next_category end,
     next_category_at = case when excluded.category_at is null then t.next_category_at else excluded.next_category_at end,
     category_at = coalesce(excluded.category_at, t.category_at),
     -- What WhatsApp changed is fetched anew before it is shown as the template's text.
     fetched_at = case when excluded.components_at is null then t.fetched_at end,
     components_at = coalesce(excluded.components_at, t.components_at),
     version = t.version + 1
   where excluded.status_at > coalesce(t.status_at, '-infinity') or excluded.quality_at > coalesce(t.quality_at, '-infinity')
     or excluded.category_at > coalesce(t.category_at, '-infinity')
     or excluded.components_at > coalesce(t.components_at, '-infinity')
   returning client_id, id, version, xmax = 0 as made`,
);

export type TemplateUpdateRow = {
  client_id: string;
  id: string;
  waba_id: string;
  template_id: string | null;
  name: string;
  language: string;
  category: string | null;
} & (
  | { status: string | null; provider_status: string; reason: string | null; detail: unknown; status_at: string }
  | { quality: string; quality_at: string }
  | {
      previous_category: string | null;
      next_category: string | null;
      next_category_at: string | null;
      category_at: string;
    }
  | { components_at: string }
);

type UpdatedTemplate = { client_id: string; id: string; version: number; made: boolean };

/** @returns null when a later update of this kind was already stored */
export async function applyTemplateUpdate(tx: Executor, update: TemplateUpdateRow): Promise<UpdatedTemplate | null> {
  const [row] = await tx.rows<UpdatedTemplate>(templateStatement, [JSON.stringify(update)]);
  return row ?? null;
}

const setStatusStatement = statement(
  'templates.set_status',
  `update templates t set status = $5, provider_status = $5, status_at = $6, version = t.version + 1
   from shared_channels c where c.client_id = $1 and c.id = $2 and t.client_id = $1 and t.waba_id = c.waba_id
     and t.name = $3 and t.language = $4 and coalesce(t.status_at, '-infinity') < $6 and t.status = 'ACTIVE'
   returning t.client_id, t.id, t.version`,
);

/** Marks a template as paused or disabled after a failed send. @returns null when it already was */
export async function setTemplateStatus(
  tx: Executor,
  template: { clientId: string; channelId: string; name: string; language: string },
  status: 'PAUSED' | 'DISABLED',
  at: Date,
): Promise<Omit<UpdatedTemplate, 'made'> | null> {
  const { clientId, channelId, name, language } = template;
  const values = [clientId, channelId, name, language, status, at];
  const [row] = await tx.rows<Omit<UpdatedTemplate, 'made'>>(setStatusStatement, values);
  return row ?? null;
}
