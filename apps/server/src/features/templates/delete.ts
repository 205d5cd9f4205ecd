import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { auditChanges } from '../../platform/auth/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { getChannelClient, type ProviderAccess, requireOutcome } from '../channels/public.ts';
import { addTemplateChange } from './changes.ts';
import { markDeleted } from './repo.ts';
import { templateNotFound } from './submit.ts';
import { namesOf } from './usage.ts';
import { listUses } from './usage-query-repo.ts';
import { auditedTemplate } from './write.ts';
import { findChannelOfAccount, lockTemplate } from './write-repo.ts';

const timeoutMs = 20_000;
/** WhatsApp's code for a template that it does not have. */
const missing = 2593002;

/**
 * Deletes a template on WhatsApp, then here, where it stays in the trash.
 * @param unused refuses a template that a broadcast or a channel uses
 * @throws AppError not_found, in_use, validation_failed (refused), unavailable
 */
export async function deleteTemplate(
  platform: Platform,
  providers: ProviderAccess,
  call: Call<AccountActor>,
  id: string,
  unused: boolean,
): Promise<void> {
  const { actor } = call;
  const { withTenant } = platform.db;
  const { row, channelId } = await withTenant(actor.clientId, async (tx) => {
    const found = isUuid(id) ? await lockTemplate(tx, id) : null;
    if (found === null || found.status === 'DELETED') throw templateNotFound();
    const uses = (await listUses(tx)).get(id) ?? [];
    if (unused && uses.length > 0) {
      throw new AppError('in_use', { message: `This template is used in ${namesOf(uses)}.` });
    }
    return { row: found, channelId: (await findChannelOfAccount(tx, found.waba_id))?.id ?? null };
  });
  if (row.provider_template_id !== null && channelId !== null) {
    const { client, accessToken } = await getChannelClient(platform, providers, actor.clientId, channelId);
    const selection = { name: row.name, templateId: row.provider_template_id };
    const deleted = await client.deleteTemplates({ accessToken, timeoutMs, wabaId: row.waba_id, selection });
    // Gone already: by an earlier call whose answer was lost, or in WhatsApp Manager.
    if (!(deleted.kind === 'failed' && deleted.error.provider?.subcode === missing))
      requireOutcome(deleted, 'template');
  }
  await withTenant(actor.clientId, async (tx) => {
    const [gone] = await markDeleted(tx, [id]);
    if (gone === undefined) return;
    await addTemplateChange(tx, gone, 'DELETED');
    await auditChanges(tx, call, 'templates.deleted', id, auditedTemplate(row), null);
  });
  platform.notifier.notify('changes_new', actor.clientId);
}
