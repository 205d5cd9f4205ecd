import { unsetValidity } from '@parley/contract/template-validity';
import type { TemplateDraft } from '@parley/contract/types';
import type { CallOutcome, CreatedTemplate, TemplateInfo } from '@parley/whatsapp-client';
import type { AccountActor } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { getChannelClient, type ProviderAccess, requireOutcome } from '../channels/public.ts';
import { addTemplateChange } from './changes.ts';
import { requireEdit } from './edit-quota.ts';
import { requireSubmittable } from './lint-errors.ts';
import type { TemplateRow } from './repo.ts';
import { ourStatus } from './status.ts';
import { addVersions, listEdits } from './version-repo.ts';
import { beginSubmission, endSubmission, findChannelOfAccount, lockTemplate, markSubmitted } from './write-repo.ts';

const timeoutMs = 20_000;
/** WhatsApp's code for a name that exists in this language. */
const nameTaken = 2388024;

/**
 * Sends a draft, or the change of a template, to WhatsApp for review. Nothing changes here when it is refused or not
 * answered; after a lost answer the next submission finds the template that WhatsApp made of the first.
 * @throws AppError not_found; validation_failed when it cannot be submitted or is refused; unavailable
 */
export async function submitTemplate(
  platform: Platform,
  providers: ProviderAccess,
  { clientId, author }: Pick<AccountActor, 'clientId' | 'author'>,
  id: string,
): Promise<TemplateRow> {
  const { withTenant } = platform.db;
  const { row, channelId } = await withTenant(clientId, async (tx) => {
    const found = await lockTemplate(tx, id);
    if (found === null || found.status === 'DELETED') throw templateNotFound();
    const channel = await findChannelOfAccount(tx, found.waba_id);
    if (channel === null) throw new AppError('channel_not_found', { message: 'No channel has this WhatsApp account.' });
    requireSubmittable(found.name, contentOf(found));
    if (found.status === 'ACTIVE') requireEdit(await listEdits(tx, id), Date.now() + channel.clock_offset_ms);
    await beginSubmission(tx, id);
    return { row: found, channelId: channel.id };
  });
  const content = contentOf(row);
  const { client, accessToken } = await getChannelClient(platform, providers, clientId, channelId);
  const basics = { accessToken, timeoutMs };
  let sent: CreatedTemplate;
  if (row.provider_template_id === null) {
    const draft = {
      name: row.name,
      language: row.language,
      category: content.category ?? 'UTILITY',
      components: content.components,
      ...(content.parameter_format === 'NAMED' ? { parameterFormat: 'NAMED' as const } : {}),
      ...sentValidity(content, null),
    };
    const created = await client.createTemplate({ ...basics, wabaId: row.waba_id, draft });
    sent =
      (await earlierSubmission(created, row, () =>
        client.listTemplates({ ...basics, wabaId: row.waba_id, filter: { name: row.name, language: row.language } }),
      )) ?? (await accepted(created));
  } else {
    const change = {
      components: content.components,
      // The category of an approved template is fixed.
      ...(row.status === 'ACTIVE' || content.category === null ? {} : { category: content.category }),
      ...sentValidity(content, row.message_send_ttl_seconds),
    };
    await accepted(await client.editTemplate({ ...basics, templateId: row.provider_template_id, change }));
    sent = { id: row.provider_template_id, status: 'PENDING', category: null };
  }
  const submitted = await withTenant(clientId, async (tx) => {
    await lockTemplate(tx, id);
    const after = await markSubmitted(tx, id, {
      ...content,
      category: sent.category ?? content.category,
      providerId: sent.id,
      status: ourStatus(sent.status),
      providerStatus: sent.status,
      statusAt: row.status_at,
    });
    await addVersions(tx, [id], 'submitted', author, row.status === 'ACTIVE');
    await addTemplateChange(tx, after, 'MODIFIED');
    return after;
  });
  platform.notifier.notify('changes_new', clientId);
  return submitted;

  /** @throws AppError after noting that nothing is under way */
  async function accepted<T>(outcome: CallOutcome<T>): Promise<T> {
    if (outcome.kind === 'failed') await withTenant(clientId, (tx) => endSubmission(tx, id));
    return requireOutcome(outcome, 'template');
  }
}

/** A value that was sent once can only be replaced. */
function sentValidity(
  { category, message_send_ttl_seconds: wanted }: TemplateDraft,
  known: number | null,
): { messageSendTtlSeconds?: number } {
  if (wanted === null && known === null) return {};
  return { messageSendTtlSeconds: wanted ?? unsetValidity(category ?? '') };
}

/** What WhatsApp made of an earlier submission whose answer was lost. */
async function earlierSubmission(
  outcome: CallOutcome<CreatedTemplate>,
  row: TemplateRow,
  list: () => Promise<CallOutcome<{ rows: TemplateInfo[] }>>,
): Promise<CreatedTemplate | null> {
  if (outcome.kind !== 'failed' || row.submitted_at === null) return null;
  const { provider } = outcome.error;
  if (provider?.subcode !== nameTaken && provider?.code !== nameTaken) return null;
  const { rows } = requireOutcome(await list(), 'template');
  const found = rows.find(({ name, language }) => name === row.name && language === row.language);
  return found === undefined || bodyOf(found.components) !== bodyOf(row.components ?? []) ? null : found;
}

/** What would be submitted: the change of a template, else the template itself. */
export function contentOf(row: TemplateRow): TemplateDraft {
  const { draft, category, parameter_format, components, message_send_ttl_seconds } = row;
  return draft ?? { category, parameter_format, components: components ?? [], message_send_ttl_seconds };
}

function bodyOf(components: readonly Record<string, unknown>[]): unknown {
  return components.find(({ type }) => String(type).toUpperCase() === 'BODY')?.['text'];
}

export function templateNotFound(): AppError {
  return new AppError('not_found', { message: 'This template was not found.' });
}
