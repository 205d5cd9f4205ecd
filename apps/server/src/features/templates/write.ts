import type { TemplateDraft } from '@parley/contract/types';
import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { auditChanges } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid, pgCode } from '../../platform/errors.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import type { InputFor } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { findChannels } from '../channels/public.ts';
import { visibilityOf } from '../team/public.ts';
import { addTemplateChange } from './changes.ts';
import type { TemplateRow } from './repo.ts';
import { contentOf, templateNotFound } from './submit.ts';
import { addVersions } from './version-repo.ts';
import {
  findRequestHash,
  freeName,
  insertDraft,
  lockTemplate,
  restoreAsDraft,
  saveChange,
  updateDraft,
} from './write-repo.ts';

type CreateBody = InputFor<'POST /api/templates'>['body'];
type ChangeBody = InputFor<'PUT /api/templates/{id}'>['body'];

/** Creates a draft. The same call again finds the same draft. @throws AppError not_found, name_taken, id_conflict */
export async function createDraft(
  platform: Platform,
  call: Call<AccountActor>,
  { id: given, submit: _submit, ...content }: CreateBody,
): Promise<{ row: TemplateRow; created: boolean }> {
  const { actor } = call;
  const id = callId(call, 'POST /api/templates', given);
  const requestHash = hashRequest(content);
  const { channel_id: channelId, name, language, category, components, message_send_ttl_seconds = null } = content;
  const result = await platform.db.withTenant(actor.clientId, async (tx) => {
    const [channel] = await findChannels(tx, actor.clientId, [channelId]);
    if (channel === undefined || !visibilityOf(actor).canSeeChannel(channelId)) {
      throw new AppError('not_found', { message: 'This channel was not found.' });
    }
    if (channel.kind !== 'WHATSAPP') throw invalid('channel_id', 'Only WhatsApp channels have templates.');
    const { waba_id: wabaId } = channel;
    await freeName(tx, { id, waba_id: wabaId, name, language });
    const parameter_format = content.parameter_format ?? null;
    const texts = { category, parameter_format, components, message_send_ttl_seconds };
    const draft = { id, wabaId, name, language, ...texts, requestHash };
    const created = await insertDraft(tx, { ...draft, createdBy: actor.author });
    const row = await lockTemplate(tx, id);
    if (row === null) throw nameTaken();
    const earlier = created ? null : await findRequestHash(tx, id);
    if (!created && !earlier?.equals(requestHash)) {
      throw new AppError('id_conflict', { message: 'Another template has this id.' });
    }
    if (created) {
      await addVersions(tx, [id], 'saved', actor.author);
      await addTemplateChange(tx, row, 'NEW');
      await auditChanges(tx, call, 'templates.created', id, null, auditedTemplate(row));
    }
    return { row, created };
  });
  platform.notifier.notify('changes_new', actor.clientId);
  return result;
}

/** Changes a draft, or keeps the change of a template until it is submitted. @throws AppError not_found, version_conflict */
export async function changeTemplate(
  platform: Platform,
  call: Call<AccountActor>,
  id: string,
  { submit: _submit, version, name, language, ...change }: ChangeBody,
): Promise<TemplateRow> {
  const changed = await writeLocked(platform, call, 'templates.changed', id, async (tx, row) => {
    if (version !== undefined && version !== row.version) {
      throw new AppError('version_conflict', { message: 'Someone else changed this template. Reload it first.' });
    }
    const content = changedContent(contentOf(row), change);
    if (row.status === 'DRAFT') {
      const named = { name: name ?? row.name, language: language ?? row.language };
      if (named.name !== row.name || named.language !== row.language) await freeName(tx, { ...row, ...named });
      const after = await updateDraft(tx, id, { ...content, ...named });
      await addVersions(tx, [id], 'saved', call.actor.author);
      return after;
    }
    if (row.status === 'PENDING' || row.status === 'IN_APPEAL') {
      throw invalid('template', 'WhatsApp is reviewing this template. Change it after the review.');
    }
    if (row.status === 'DISABLED' || row.status === 'DEACTIVATED') {
      throw invalid('template', 'A disabled template can’t be changed. Duplicate it instead.');
    }
    if ((name ?? row.name) !== row.name) throw invalid('name', 'The name of a submitted template can’t change.');
    if ((language ?? row.language) !== row.language) {
      throw invalid('language', 'The language of a submitted template can’t change.');
    }
    if (row.status === 'ACTIVE' && change.category !== undefined && change.category !== row.category) {
      throw invalid('category', 'The category of an approved template can’t change.');
    }
    const after = await saveChange(tx, id, content);
    await addVersions(tx, [id], 'saved', call.actor.author);
    return after;
  });
  return changed;
}

/** Discards a change that was not submitted. */
export function discardChange(platform: Platform, call: Call<AccountActor>, id: string): Promise<TemplateRow> {
  return writeLocked(platform, call, 'templates.change_discarded', id, (tx) => saveChange(tx, id, null));
}

/** Restores a deleted template as a draft: WhatsApp has it no more. */
export async function restoreTemplate(platform: Platform, call: Call<AccountActor>, id: string): Promise<TemplateRow> {
  const { actor } = call;
  const row = await platform.db.withTenant(actor.clientId, async (tx) => {
    const restored = isUuid(id) ? await restoreAsDraft(tx, id) : null;
    if (restored === null) throw templateNotFound();
    await addVersions(tx, [id], 'restored', actor.author);
    await addTemplateChange(tx, restored, 'NEW');
    await auditChanges(tx, call, 'templates.restored', id, null, auditedTemplate(restored));
    return restored;
  });
  platform.notifier.notify('changes_new', actor.clientId);
  return row;
}

async function writeLocked(
  platform: Platform,
  call: Call<AccountActor>,
  action: string,
  id: string,
  write: (tx: TenantTx, row: TemplateRow) => Promise<TemplateRow>,
): Promise<TemplateRow> {
  const { clientId } = call.actor;
  const changed = await platform.db
    .withTenant(clientId, async (tx) => {
      const row = isUuid(id) ? await lockTemplate(tx, id) : null;
      if (row === null || row.status === 'DELETED') throw templateNotFound();
      const after = await write(tx, row);
      await addTemplateChange(tx, after, 'MODIFIED');
      await auditChanges(tx, call, action, id, auditedTemplate(row), auditedTemplate(after));
      return after;
    })
    .catch((error: unknown) => {
      throw pgCode(error) === '23505' ? nameTaken() : error;
    });
  platform.notifier.notify('changes_new', clientId);
  return changed;
}

/** What the audit log has of a template: the text of its newest draft. */
export function auditedTemplate(row: TemplateRow) {
  const { category, components, message_send_ttl_seconds } = contentOf(row);
  return { name: row.name, language: row.language, category, components, message_send_ttl_seconds };
}

function changedContent(before: TemplateDraft, change: Omit<ChangeBody, 'submit'>): TemplateDraft {
  const { message_send_ttl_seconds: validity = before.message_send_ttl_seconds } = change;
  return {
    category: change.category ?? before.category,
    parameter_format: change.components === undefined ? before.parameter_format : (change.parameter_format ?? null),
    components: change.components ?? before.components,
    message_send_ttl_seconds: validity,
  };
}

function nameTaken(): AppError {
  const msg = 'A template with this name exists in this language. Choose another name.';
  return new AppError('name_taken', { data: [{ field: 'name', msg }] });
}
