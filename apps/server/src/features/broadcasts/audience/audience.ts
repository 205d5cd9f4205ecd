import { phoneMatchKey } from '@parley/contract/phone-forms';
import { parsePhone } from '@parley/contract/phone-number';
import type { CampaignAudience, CampaignExclusions } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { invalid } from '../../../platform/errors.ts';
import { inTurns } from '../../../platform/in-turns.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import { type ChannelRow, findChannels } from '../../channels/public.ts';
import {
  type ContactSelection,
  findSegments,
  selectionOf,
  type TableContext,
  tableContextOf,
  visibilityScopeOf,
} from '../../contacts/public.ts';
import type { Viewer } from '../../team/public.ts';
import { findTemplates } from '../../templates/public.ts';
import type { TemplateSnapshot } from '../core/repo.ts';
import { findSettings } from '../costs/settings-repo.ts';
import { audienceFileOf } from '../files/audience-file.ts';
import type { ResolvedAudience, TypedNumbers } from './audience-query.ts';

/** The chosen audience of a broadcast and its channel. */
export type AudienceSelection = {
  area: 'BROADCAST' | 'BROADCAST_SANDBOX';
  channel_id: string;
  audience: CampaignAudience;
  exclude: CampaignExclusions;
};

/**
 * Everything that decides the recipients, as of now.
 * @param viewer whose visibility limits the audience
 * @param typed the typed phone numbers to include
 */
export async function resolveAudience(
  tx: TenantTx,
  viewer: Viewer,
  selection: AudienceSelection,
  category: string | null,
  typed: readonly string[],
): Promise<{ resolved: ResolvedAudience; channel: ChannelRow | null }> {
  const { area, channel_id: channelId, audience, exclude } = selection;
  const [channel = null] = await findChannels(tx, tx.clientId, [channelId]);
  const assignee = visibilityScopeOf(viewer);
  const { country } = await getNameAndCountry(tx, tx.clientId);
  const context = await tableContextOf(tx, viewer);
  const resolved: ResolvedAudience = {
    context,
    onDay: onDayOf(audience, context),
    selections: (await selectionsOf(tx, audience)).map((which) => ({ ...which, assignee })),
    numbers: await numbersOf(typed, country),
    earlier: audience.earlier,
    file: await audienceFileOf(tx, audience.file_id),
    assignee,
    exclude,
    marketing: category === 'MARKETING',
    authentication: category === 'AUTHENTICATION',
    hasMarketingLimit: (await findSettings(tx)).limit_messages !== null,
    reach: channel?.sandbox === true ? 'sandbox' : area === 'BROADCAST_SANDBOX' ? 'test_phones' : 'real',
  };
  return { resolved, channel };
}

/** @throws AppError('validation_failed') when there is no such field */
function onDayOf({ on_day: onDay }: CampaignAudience, { fields }: TableContext): ResolvedAudience['onDay'] {
  if (onDay === undefined) return null;
  const field = [...fields.values()].find(({ name, hidden }) => name === onDay.field && !hidden);
  if (field === undefined) throw invalid('audience.on_day.field', `There is no field named ${onDay.field}.`);
  return { fieldNo: String(field.no), days: onDay.days };
}

async function selectionsOf(tx: TenantTx, audience: CampaignAudience): Promise<ContactSelection[]> {
  const { contact_list_ids: lists = [], segment_ids: segmentIds = [], contact_ids: ids, filter, selection } = audience;
  const segments = await findSegments(tx, segmentIds);
  return [
    ...[...new Set(lists)].map((listId): ContactSelection => ({ listId })),
    ...segments.map((segment): ContactSelection => ({ filter: segment.filter })),
    ...(filter === undefined ? [] : [{ filter }]),
    ...(ids === undefined ? [] : [{ ids }]),
    ...(selection === undefined ? [] : [selectionOf(selection)]),
  ];
}

/** Parses typed phone numbers by the account's country. */
async function numbersOf(given: readonly string[], country: string): Promise<TypedNumbers> {
  const typed = given.map((text) => text.trim()).filter((text) => text !== '');
  const digits = await inTurns(typed, (text) => parsePhone(text, country));
  const keys = await inTurns(digits, (number) => (number === null ? null : phoneMatchKey(number)));
  return { typed, digits, keys };
}

/** Whether the audience names anyone. */
export function hasAudience(audience: CampaignAudience): boolean {
  const { contact_list_ids, segment_ids, contact_ids, phone_numbers, filter, selection, earlier, file_id } = audience;
  const some = [contact_list_ids, segment_ids, contact_ids, phone_numbers].some((part) => (part?.length ?? 0) > 0);
  return some || filter !== undefined || selection !== undefined || earlier !== undefined || file_id !== undefined;
}

/** A template as a broadcast stores it; null when it was deleted. */
export async function findTemplateSnapshot(tx: TenantTx, id: string | null): Promise<TemplateSnapshot | null> {
  const [row] = id === null ? [] : await findTemplates(tx, [id]);
  if (row === undefined) return null;
  const { name, language, category, parameter_format, components } = row;
  return { name, language, category, parameter_format, components };
}
