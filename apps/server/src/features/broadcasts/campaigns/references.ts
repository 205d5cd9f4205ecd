import { said } from '@parley/contract/said';
import type { AbTest, CampaignAudience, CampaignExclusions } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { invalid } from '../../../platform/errors.ts';
import { checkFilter, findLists, findSegments, requireVisibleNumbers } from '../../contacts/public.ts';
import { areChannels, isMaskedNumber, visibilityOf } from '../../team/public.ts';
import { findTemplates } from '../../templates/public.ts';
import { findCampaigns } from '../core/repo.ts';
import { findVisibleFile } from '../files/files.ts';

/** What a broadcast names of the account's other rows. */
export type CampaignReferences = {
  channel_id: string;
  template_id: string | null;
  ab_test: Pick<AbTest, 'template_id'> | null;
  audience: CampaignAudience;
  exclude: CampaignExclusions;
};

/**
 * Members with masked numbers type none, because the audience would say which is a contact's; masked ones are no numbers.
 * @throws AppError('forbidden')
 */
export function requireTypedNumbers(actor: AccountActor, { phone_numbers: numbers = [] }: CampaignAudience): void {
  if (!numbers.every(isMaskedNumber)) requireVisibleNumbers(actor, said('choose them for a broadcast'));
}

/**
 * Checks that everything referenced exists and is visible to the actor. Contacts by id are not checked: deleted ones
 * get nothing.
 * @throws AppError('validation_failed') naming the field
 */
export async function validateReferences(tx: TenantTx, actor: AccountActor, named: CampaignReferences): Promise<void> {
  const { channel_id: channelId, template_id: templateId, audience, exclude } = named;
  const view = visibilityOf(actor);
  if (!view.canSeeChannel(channelId) || !(await areChannels(tx, tx.clientId, [channelId]))) {
    throw invalid('channel_id', 'This channel was not found.');
  }
  if (templateId !== null && (await findTemplates(tx, [templateId])).length === 0) {
    throw invalid('template_id', 'This template was not found.');
  }
  const variantB = named.ab_test?.template_id ?? null;
  if (variantB !== null && (await findTemplates(tx, [variantB])).length === 0) {
    throw invalid('ab_test.template_id', 'This template was not found.');
  }
  await validateLists(tx, 'audience.contact_list_ids', audience.contact_list_ids);
  await validateLists(tx, 'exclude.contact_list_ids', exclude.contact_list_ids);
  const segmentIds = [...new Set(audience.segment_ids ?? [])];
  if ((await findSegments(tx, segmentIds)).length < segmentIds.length) {
    throw invalid('audience.segment_ids', 'One of these segments was not found.');
  }
  const { earlier, file_id: fileId, filter, selection } = audience;
  if (fileId !== undefined && (await findVisibleFile(tx, actor, fileId)) === null) {
    throw invalid('audience.file_id', 'This file was not found.');
  }
  if (filter !== undefined) await checkFilter(tx, actor, 'audience.filter', filter);
  if (selection !== undefined && !('ids' in selection)) {
    const { contact_list_id: listId } = selection;
    await validateLists(tx, 'audience.selection.contact_list_id', listId === undefined ? [] : [listId]);
    if (selection.filter !== undefined) await checkFilter(tx, actor, 'audience.selection.filter', selection.filter);
  }
  if (earlier === undefined) return;
  const [before] = await findCampaigns(tx, [earlier.campaign_id]);
  if (before === undefined || !view.canSeeCampaign(before)) {
    throw invalid('audience.earlier.campaign_id', 'This broadcast was not found.');
  }
}

async function validateLists(tx: TenantTx, field: string, ids: readonly string[] = []): Promise<void> {
  const asked = [...new Set(ids)];
  if (asked.length === 0 || (await findLists(tx, asked)).length === asked.length) return;
  throw invalid(field, asked.length === 1 ? 'This list was not found.' : 'One of these lists was not found.');
}
