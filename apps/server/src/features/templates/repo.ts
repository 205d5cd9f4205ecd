import type { TemplateDraft } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import type { NamePosition } from '../../platform/http/cursor.ts';

export type TemplateRow = {
  id: string;
  waba_id: string;
  name: string;
  language: string;
  category: string | null;
  status: string;
  provider_template_id: string | null;
  status_reason: string | null;
  status_detail: { title?: unknown } | null;
  status_at: Date | null;
  quality: string | null;
  next_category: string | null;
  next_category_at: Date | null;
  parameter_format: string | null;
  components: Record<string, unknown>[] | null;
  message_send_ttl_seconds: number | null;
  draft: TemplateDraft | null;
  submitted_at: Date | null;
  fetched_at: Date | null;
  version: number;
};

export const templateColumns = `id, waba_id, name, language, category, status, provider_template_id, status_reason,
  status_detail, status_at, quality, next_category, next_category_at, parameter_format, components, message_send_ttl_seconds,
  draft, submitted_at, fetched_at, version`;
const columns = templateColumns;

const listStatement = statement(
  'templates.list_templates',
  `select ${columns} from templates
   where client_id = $1 and ($2::text is null and status <> 'DELETED' or status = $2)
     and ($3::uuid is null or waba_id = (
       select waba_id from shared_channels where client_id = $1 and id = $3 and kind = 'WHATSAPP' and deleted_at is null))
     and ($4::text is null or (name, id) > ($4, $5::uuid))
   order by name, id limit $6`,
);

export type TemplateListQuery = {
  /** Null: all that are not deleted. */
  status: string | null;
  /** Only those of this channel; null: all. */
  channelId: string | null;
  after: NamePosition | null;
  limit: number;
};

/** By name. */
export function listTemplates(
  tx: TenantTx,
  { status, channelId, after, limit }: TemplateListQuery,
): Promise<TemplateRow[]> {
  const values = [tx.clientId, status, channelId, after?.name ?? null, after?.id ?? null, limit];
  return tx.rows(listStatement, values);
}

const sendableStatement = statement(
  'templates.find_sendable',
  `select ${columns} from templates where client_id = $1 and id = $2 and waba_id = (
     select waba_id from shared_channels where client_id = $1 and id = $3 and kind = 'WHATSAPP' and deleted_at is null)`,
);

/** A template of the channel, in any state. @returns null when it is not one of the channel */
export async function findSendableTemplate(tx: TenantTx, id: string, channelId: string): Promise<TemplateRow | null> {
  const [row] = await tx.rows<TemplateRow>(sendableStatement, [tx.clientId, id, channelId]);
  return row ?? null;
}

const namedStatement = statement(
  'templates.list_named_templates',
  `select id, name, language, parameter_format, components from templates
   where client_id = $1 and status <> 'DELETED' and parameter_format = 'NAMED' order by name, language`,
);

/** Templates whose variables have names, by name. */
export function listNamedTemplates(
  tx: TenantTx,
): Promise<Pick<TemplateRow, 'id' | 'name' | 'language' | 'parameter_format' | 'components'>[]> {
  return tx.rows(namedStatement, [tx.clientId]);
}

const findStatement = statement(
  'templates.find_templates',
  `select ${columns} from templates where client_id = $1 and id = any ($2) and status <> 'DELETED'`,
);

export function findTemplates(tx: TenantTx, ids: readonly string[]): Promise<TemplateRow[]> {
  return tx.rows(findStatement, [tx.clientId, ids]);
}

const listAccountStatement = statement(
  'templates.list_of_account',
  `select ${columns} from templates where client_id = $1 and waba_id = $2 and status not in ('DELETED', 'DRAFT') order by name, language`,
);

/** What WhatsApp should have of one WhatsApp Business account. */
export function listAccountTemplates(tx: TenantTx, wabaId: string): Promise<TemplateRow[]> {
  return tx.rows(listAccountStatement, [tx.clientId, wabaId]);
}

/*
 * A webhook update received since the fetch began is newer than the fetched value, for each kind of update
 * separately.
 */
const storeStatement = statement(
  'templates.save_fetched',
  `insert into templates as t (client_id, id, waba_id, provider_template_id, name, language, category, parameter_format,
     components, message_send_ttl_seconds, status, provider_status, status_reason, quality, fetched_at)
   select $1, x.id, $2, x.provider_template_id, x.name, x.language, x.category, x.parameter_format, x.components,
     x.message_send_ttl_seconds, x.status, x.provider_status, x.status_reason, x.quality, now()
   from jsonb_to_recordset($3::jsonb) as x(id uuid, provider_template_id text, name text, language text, category text,
     parameter_format text, components jsonb, message_send_ttl_seconds int, status text, provider_status text, status_reason text, quality text)
   order by x.name, x.language
   on conflict (client_id, waba_id, name, language) do update set
     provider_template_id = excluded.provider_template_id,
     category = case when t.category_at > $4 then t.category else excluded.category end,
     parameter_format = excluded.parameter_format,
     components = excluded.components,
     message_send_ttl_seconds = excluded.message_send_ttl_seconds,
     status = case when t.status_at > $4 then t.status else excluded.status end,
     provider_status = case when t.status_at > $4 then t.provider_status else excluded.provider_status end,
     status_reason = case when t.status_at > $4 then t.status_reason else excluded.status_reason end,
     quality = case when t.quality_at > $4 then t.quality else coalesce(excluded.quality, t.quality) end,
     fetched_at = case when t.components_at > $4 then t.fetched_at else excluded.fetched_at end,
     -- A draft of the same name, made before WhatsApp had one, stays as a change of it.
     draft = case when t.status = 'DRAFT' and t.submitted_at is null then jsonb_build_object('category', t.category,
       'parameter_format', t.parameter_format, 'components', t.components,
       'message_send_ttl_seconds', t.message_send_ttl_seconds) else t.draft end,
     submitted_at = null,
     version = t.version + 1
   returning t.id, t.version, xmax = 0 as made`,
);

/** A template as it was fetched. */
export type FetchedTemplate = {
  id: string;
  provider_template_id: string;
  name: string;
  language: string;
  category: string | null;
  parameter_format: string | null;
  components: object[];
  message_send_ttl_seconds: number | null;
  status: string;
  provider_status: string;
  status_reason: string | null;
  quality: string | null;
};

/** @param asOf when the fetch began: later webhook updates win */
export function saveFetchedTemplates(
  tx: Executor,
  clientId: string,
  wabaId: string,
  rows: readonly FetchedTemplate[],
  asOf: Date,
): Promise<Array<{ id: string; version: number; made: boolean }>> {
  return tx.rows(storeStatement, [clientId, wabaId, JSON.stringify(rows), asOf]);
}

const markDeletedStatement = statement(
  'templates.mark_deleted',
  `update templates set status = 'DELETED', status_at = now(), version = version + 1
   where client_id = $1 and id = any ($2) and status <> 'DELETED' returning id, version`,
);

/** WhatsApp has deleted these; messages made from them stay unchanged. */
export function markDeleted(tx: TenantTx, ids: readonly string[]): Promise<Array<{ id: string; version: number }>> {
  return tx.rows(markDeletedStatement, [tx.clientId, ids]);
}
