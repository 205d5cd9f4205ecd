import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CampaignAudience, CampaignExclusions } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { type ChannelRow, findChannels } from '../channels/public.ts';
import {
  assigneeOf,
  contextOf,
  findSegments,
  parsePhone,
  phoneMatchKey,
  readAccount,
  type Which,
  whichOf,
} from '../contacts/public.ts';
import type { Seer } from '../team/public.ts';
import { findTemplates } from '../templates/public.ts';
import type { Crowd, TypedNumbers } from './people-repo.ts';
import type { TemplateSnapshot } from './repo.ts';

/** Whom a broadcast names, and on what it goes out. */
export type Meant = {
  area: 'BROADCAST' | 'BROADCAST_SANDBOX';
  channel_id: string;
  audience: CampaignAudience;
  exclude: CampaignExclusions;
};

/**
 * Everything that decides who gets it, as of now.
 * @param seer what whoever named the people sees
 * @param typed those of the typed numbers that are looked at
 */
export async function crowdOf(
  tx: TenantTx,
  seer: Seer,
  meant: Meant,
  category: string | null,
  typed: readonly string[],
): Promise<{ crowd: Crowd; channel: ChannelRow | null }> {
  const { area, channel_id: channelId, audience, exclude } = meant;
  const [channel = null] = await findChannels(tx, tx.clientId, [channelId]);
  const assignee = assigneeOf(seer);
  const { country } = await readAccount(tx);
  const onSandbox = channel?.sandbox === true;
  const crowd: Crowd = {
    context: await contextOf(tx, seer),
    whiches: (await whichesOf(tx, audience)).map((which) => ({ ...which, assignee })),
    numbers: await numbersOf(typed, country),
    earlier: audience.earlier,
    assignee,
    exclude,
    marketing: category === 'MARKETING',
    withSandbox: onSandbox || area === 'BROADCAST_SANDBOX',
    onlyTestPhones: area === 'BROADCAST_SANDBOX' && !onSandbox,
  };
  return { crowd, channel };
}

async function whichesOf(tx: TenantTx, audience: CampaignAudience): Promise<Which[]> {
  const { contact_list_ids: lists = [], segment_ids: segmentIds = [], contact_ids: ids, filter, selection } = audience;
  const segments = await findSegments(tx, segmentIds);
  return [
    ...[...new Set(lists)].map((listId): Which => ({ listId })),
    ...segments.map((segment): Which => ({ filter: segment.filter })),
    ...(filter === undefined ? [] : [{ filter }]),
    ...(ids === undefined ? [] : [{ ids }]),
    ...(selection === undefined ? [] : [whichOf(selection)]),
  ];
}

const parsedAtOnce = 500;

/** What was typed, read as numbers of the account's country. Others of the process get their turn in between. */
async function numbersOf(given: readonly string[], country: string): Promise<TypedNumbers> {
  const numbers: TypedNumbers = { typed: [], digits: [], keys: [] };
  for (const [at, text] of given.entries()) {
    if (at > 0 && at % parsedAtOnce === 0) await nextTurn();
    const typed = text.trim();
    if (typed === '') continue;
    const digits = parsePhone(typed, country);
    numbers.typed.push(typed);
    numbers.digits.push(digits);
    numbers.keys.push(digits === null ? null : phoneMatchKey(digits));
  }
  return numbers;
}

/** Whether anybody is named at all. */
export function namesAnybody(audience: CampaignAudience): boolean {
  const { contact_list_ids, segment_ids, contact_ids, phone_numbers, filter, selection, earlier } = audience;
  const some = [contact_list_ids, segment_ids, contact_ids, phone_numbers].some((part) => (part?.length ?? 0) > 0);
  return some || filter !== undefined || selection !== undefined || earlier !== undefined;
}

/** A template as a broadcast keeps it; null: there is none any more. */
export async function templateOf(tx: TenantTx, id: string | null): Promise<TemplateSnapshot | null> {
  const [row] = id === null ? [] : await findTemplates(tx, [id]);
  if (row === undefined) return null;
  const { name, language, category, parameter_format, components } = row;
  return { name, language, category, parameter_format, components };
}
