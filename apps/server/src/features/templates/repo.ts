import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type TemplateRow = {
  id: string;
  waba_id: string;
  name: string;
  language: string;
  category: string | null;
  status: string;
  status_reason: string | null;
  quality: string | null;
  parameter_format: string | null;
  components: Record<string, unknown>[] | null;
  fetched_at: Date | null;
  version: number;
};

const columns = `id, waba_id, name, language, category, status, status_reason, quality, parameter_format, components,
  fetched_at, version`;
/** WhatsApp keeps at most 6,000 with an account; a page of the app never needs more. */
const mostListed = 6_000;

const listStatement = statement(
  'templates_list',
  `select ${columns} from templates
   where client_id = $1 and status <> 'DELETED' and ($2::text is null or status = $2)
     and ($3::uuid is null or waba_id = (
       select waba_id from channels where client_id = $1 and id = $3 and kind = 'WHATSAPP' and deleted_at is null))
   order by name, language, id limit ${mostListed}`,
);

/** By name. @param status null: all that are not gone @param channelId only those of this channel; null: all */
export function listTemplates(
  tx: TenantTx,
  status: string | null,
  channelId: string | null = null,
): Promise<TemplateRow[]> {
  return tx.rows(listStatement, [tx.clientId, status, channelId]);
}

const sendableStatement = statement(
  'templates_find_sendable',
  `select ${columns} from templates where client_id = $1 and id = $2 and waba_id = (
     select waba_id from channels where client_id = $1 and id = $3 and kind = 'WHATSAPP' and deleted_at is null)`,
);

/** A template that a channel could send, whatever became of it. @returns null when it is no template of the channel */
export async function findSendable(tx: TenantTx, id: string, channelId: string): Promise<TemplateRow | null> {
  const [row] = await tx.rows<TemplateRow>(sendableStatement, [tx.clientId, id, channelId]);
  return row ?? null;
}

const findStatement = statement(
  'templates_find',
  `select ${columns} from templates where client_id = $1 and id = any ($2) and status <> 'DELETED'`,
);

export function findTemplates(tx: TenantTx, ids: readonly string[]): Promise<TemplateRow[]> {
  return tx.rows(findStatement, [tx.clientId, ids]);
}

const ofAccountStatement = statement(
  'templates_of_account',
  `select ${columns} from templates where client_id = $1 and waba_id = $2 and status <> 'DELETED' order by name, language`,
);

/** Everything we have of one WhatsApp Business account. */
export function listOfAccount(tx: TenantTx, wabaId: string): Promise<TemplateRow[]> {
  return tx.rows(ofAccountStatement, [tx.clientId, wabaId]);
}

/* What was told by webhook since the fetch began is newer than what it found, each kind of news by itself. */
const storeStatement = statement(
  'templates_store_fetched',
  `insert into templates as t (client_id, id, waba_id, provider_template_id, name, language, category, parameter_format,
     components, status, provider_status, status_reason, quality, fetched_at)
   select $1, x.id, $2, x.provider_template_id, x.name, x.language, x.category, x.parameter_format, x.components, x.status,
     x.provider_status, x.status_reason, x.quality, now()
   from jsonb_to_recordset($3::jsonb) as x(id uuid, provider_template_id text, name text, language text, category text,
     parameter_format text, components jsonb, status text, provider_status text, status_reason text, quality text)
   order by x.name, x.language
   on conflict (client_id, waba_id, name, language) do update set
     provider_template_id = excluded.provider_template_id,
     category = case when t.category_at > $4 then t.category else excluded.category end,
     parameter_format = excluded.parameter_format,
     components = excluded.components,
     status = case when t.status_at > $4 then t.status else excluded.status end,
     provider_status = case when t.status_at > $4 then t.provider_status else excluded.provider_status end,
     status_reason = case when t.status_at > $4 then t.status_reason else excluded.status_reason end,
     quality = case when t.quality_at > $4 then t.quality else coalesce(excluded.quality, t.quality) end,
     fetched_at = case when t.components_at > $4 then t.fetched_at else excluded.fetched_at end,
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
  status: string;
  provider_status: string;
  status_reason: string | null;
  quality: string | null;
};

/** @param asOf when the fetch began: what WhatsApp told after it stays */
export function storeFetched(
  tx: Executor,
  clientId: string,
  wabaId: string,
  rows: readonly FetchedTemplate[],
  asOf: Date,
): Promise<Array<{ id: string; version: number; made: boolean }>> {
  return tx.rows(storeStatement, [clientId, wabaId, JSON.stringify(rows), asOf]);
}

const goneStatement = statement(
  'templates_gone',
  `update templates set status = 'DELETED', status_at = now(), version = version + 1
   where client_id = $1 and id = any ($2) and status <> 'DELETED' returning id, version`,
);

/** WhatsApp does not have these any more; messages made from them stay as they are. */
export function markGone(tx: TenantTx, ids: readonly string[]): Promise<Array<{ id: string; version: number }>> {
  return tx.rows(goneStatement, [tx.clientId, ids]);
}
