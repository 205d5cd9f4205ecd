import type { TemplateDraft } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { type TemplateRow, templateColumns } from './repo.ts';

/* Templates written here. */

const lockStatement = statement(
  'templates.lock_template',
  `select ${templateColumns} from templates where client_id = $1 and id = $2 for update`,
);

export async function lockTemplate(tx: TenantTx, id: string): Promise<TemplateRow | null> {
  const [row] = await tx.rows<TemplateRow>(lockStatement, [tx.clientId, id]);
  return row ?? null;
}

const insertStatement = statement(
  'templates.insert_draft',
  `insert into templates (client_id, id, waba_id, name, language, category, parameter_format, components,
     message_send_ttl_seconds, status, request_hash, created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, 'DRAFT', $10, $11) on conflict do nothing`,
);

export type NewTemplate = TemplateDraft & {
  id: string;
  wabaId: string;
  name: string;
  language: string;
  requestHash: Buffer;
  createdBy: string;
};

/** @returns false when the id, or name and language in the account, are taken */
export async function insertDraft(tx: TenantTx, template: NewTemplate): Promise<boolean> {
  const { id, wabaId, name, language, requestHash, createdBy } = template;
  const values = [id, wabaId, name, language, ...contentValues(template), requestHash, createdBy];
  return (await tx.run(insertStatement, [tx.clientId, ...values])) === 1;
}

const findRequestStatement = statement(
  'templates.find_request_hash',
  'select request_hash from templates where client_id = $1 and id = $2',
);

/** The hash of the call that created a template; null for one from WhatsApp, undefined for none. */
export async function findRequestHash(tx: TenantTx, id: string): Promise<Buffer | null | undefined> {
  const [row] = await tx.rows<{ request_hash: Buffer | null }>(findRequestStatement, [tx.clientId, id]);
  return row?.request_hash;
}

const freeNameStatement = statement(
  'templates.free_name',
  `delete from templates t where client_id = $1 and waba_id = $2 and name = $3 and language = $4
     and status = 'DELETED' and id <> $5 and not exists (select from shared_channels c where c.client_id = $1
       and (c.window_closed_template_id = t.id or c.first_message_template_id = t.id))`,
);

/** A deleted template gives its name to a new one. */
export async function freeName(tx: TenantTx, row: { id: string; waba_id: string; name: string; language: string }) {
  await tx.run(freeNameStatement, [tx.clientId, row.waba_id, row.name, row.language, row.id]);
}

const changeDraftStatement = statement(
  'templates.update_draft',
  `update templates set name = $3, language = $4, category = $5, parameter_format = $6, components = $7::jsonb,
     message_send_ttl_seconds = $8, version = version + 1
   where client_id = $1 and id = $2 returning ${templateColumns}`,
);

export async function updateDraft(
  tx: TenantTx,
  id: string,
  { name, language, ...content }: TemplateDraft & { name: string; language: string },
): Promise<TemplateRow> {
  const values = [tx.clientId, id, name, language, ...contentValues(content)];
  return only(await tx.rows<TemplateRow>(changeDraftStatement, values));
}

const saveChangeStatement = statement(
  'templates.save_change',
  `update templates set draft = $3::jsonb, version = version + 1
   where client_id = $1 and id = $2 returning ${templateColumns}`,
);

/** Keeps a change of a template that WhatsApp knows. @param draft null: discards it */
export async function saveChange(tx: TenantTx, id: string, draft: TemplateDraft | null): Promise<TemplateRow> {
  const text = draft === null ? null : JSON.stringify(draft);
  return only(await tx.rows<TemplateRow>(saveChangeStatement, [tx.clientId, id, text]));
}

const beginStatement = statement(
  'templates.begin_submission',
  'update templates set submitted_at = now() where client_id = $1 and id = $2',
);

/** Noted before WhatsApp is called, so that a lost answer is known. */
export async function beginSubmission(tx: TenantTx, id: string): Promise<void> {
  await tx.run(beginStatement, [tx.clientId, id]);
}

const endStatement = statement(
  'templates.end_submission',
  'update templates set submitted_at = null where client_id = $1 and id = $2',
);

/** WhatsApp refused. */
export async function endSubmission(tx: TenantTx, id: string): Promise<void> {
  await tx.run(endStatement, [tx.clientId, id]);
}

/* A review may end, and be reported, before the answer of the submission is written: then the report stays. */
const submittedStatement = statement(
  'templates.mark_submitted',
  `update templates t set provider_template_id = coalesce($3, provider_template_id), category = coalesce($4, category),
     parameter_format = $5, components = $6::jsonb, message_send_ttl_seconds = $7, draft = null, submitted_at = null, fetched_at = now(),
     status = case when status_at is distinct from $8 then status else $9 end,
     provider_status = case when status_at is distinct from $8 then provider_status else $10 end,
     status_reason = case when status_at is distinct from $8 then status_reason end,
     status_detail = case when status_at is distinct from $8 then status_detail end,
     version = version + 1
   where client_id = $1 and id = $2 returning ${templateColumns}`,
);

export type Submitted = TemplateDraft & {
  providerId: string | null;
  status: string;
  providerStatus: string;
  /** The time of the status before the call. */
  statusAt: Date | null;
};

export async function markSubmitted(tx: TenantTx, id: string, submitted: Submitted): Promise<TemplateRow> {
  const { providerId, statusAt, status, providerStatus } = submitted;
  const values = [tx.clientId, id, providerId, ...contentValues(submitted), statusAt, status, providerStatus];
  return only(await tx.rows<TemplateRow>(submittedStatement, values));
}

const restoreStatement = statement(
  'templates.restore_template',
  `update templates set status = 'DRAFT', provider_template_id = null, provider_status = null, status_reason = null,
     status_detail = null, submitted_at = null, draft = null, version = version + 1
   where client_id = $1 and id = $2 and status = 'DELETED' and components is not null returning ${templateColumns}`,
);

/** @returns null when it is not deleted, or its text was never known */
export async function restoreAsDraft(tx: TenantTx, id: string): Promise<TemplateRow | null> {
  const [row] = await tx.rows<TemplateRow>(restoreStatement, [tx.clientId, id]);
  return row ?? null;
}

const channelStatement = statement(
  'templates.find_channel',
  `select id, clock_offset_ms from shared_channels where client_id = $1 and waba_id = $2 and kind = 'WHATSAPP' and deleted_at is null
   order by state, created_at limit 1`,
);

/** A channel through which a WhatsApp Business account can be called. */
export async function findChannelOfAccount(
  tx: TenantTx,
  wabaId: string,
): Promise<{ id: string; clock_offset_ms: number } | null> {
  const [row] = await tx.rows<{ id: string; clock_offset_ms: number }>(channelStatement, [tx.clientId, wabaId]);
  return row ?? null;
}

/** In the order of the statements above. */
function contentValues({ category, parameter_format, components, message_send_ttl_seconds }: TemplateDraft) {
  return [category, parameter_format, JSON.stringify(components), message_send_ttl_seconds];
}

function only(rows: TemplateRow[]): TemplateRow {
  const [row] = rows;
  if (row === undefined) throw new Error('a locked template is gone');
  return row;
}
