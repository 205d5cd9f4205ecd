import { isDeepStrictEqual } from 'node:util';
import type { TemplateSync } from '@parley/contract/types';
import type { TemplateInfo } from '@parley/whatsapp-client';
import type { AccountActor } from '../../platform/auth/actor.ts';
import { invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { answered, noteTemplates, type ProviderAccess, reachProvider } from '../channels/public.ts';
import { addChanges } from '../sync/public.ts';
import { type FetchedTemplate, listOfAccount, markGone, storeFetched, type TemplateRow } from './repo.ts';

const pageRows = 100;
/** WhatsApp keeps at most 6,000 templates with an account. */
const mostPages = 60;
const timeoutMs = 15_000;

/**
 * Fetches the templates of a channel's account and makes ours the same: what is new or changed is stored, what is gone
 * is marked. Repeating it is harmless.
 * @throws AppError not_found; validation_failed when WhatsApp refuses; unavailable when it does not answer, and then
 *   nothing is changed
 */
export async function syncTemplates(
  platform: Platform,
  providers: ProviderAccess,
  actor: AccountActor,
  { channel_id, dry_run }: { channel_id: string; dry_run: boolean },
): Promise<TemplateSync> {
  const { row, client, accessToken } = await reachProvider(platform, providers, actor.clientId, channel_id);
  if (row.kind !== 'WHATSAPP') throw invalid('channel_id', 'Only a WhatsApp number has templates.');
  const asOf = new Date();
  const fetched: FetchedTemplate[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const asked = { accessToken, wabaId: row.waba_id, limit: pageRows, after, timeoutMs };
    const answer: { rows: TemplateInfo[]; after: string | null } = answered(
      await client.listTemplates(asked),
      'channel_id',
    );
    fetched.push(...answer.rows.filter(({ status }) => status !== 'DELETED').map(fetchedRow));
    after = answer.after;
    if (after === null) break;
  }
  const { withTenant } = platform.db;
  const answer = await withTenant(actor.clientId, async (tx) => {
    const known = await listOfAccount(tx, row.waba_id);
    const comparison = compare(known, fetched);
    if (dry_run) return comparison;
    const stored = await storeFetched(tx, actor.clientId, row.waba_id, comparison.differ, asOf);
    const gone = await markGone(tx, comparison.gone);
    await noteTemplates(tx, row.waba_id);
    await addChanges(tx, [
      ...stored.map(({ id, version, made }) => ({
        collection: 'templates' as const,
        id,
        marker: made ? ('NEW' as const) : ('MODIFIED' as const),
        version,
      })),
      ...gone.map(({ id, version }) => ({ collection: 'templates' as const, id, marker: 'DELETED' as const, version })),
    ]);
    return comparison;
  });
  if (!dry_run) platform.signal.hint('changes_new', actor.clientId);
  const count = (marker: string) => answer.changes.filter((change) => change.marker === marker).length;
  return {
    run_id: dry_run ? null : newId(),
    new: count('NEW'),
    modified: count('MODIFIED'),
    deleted: count('DELETED'),
    changes: answer.changes,
  };
}

/** WhatsApp's words for a state in ours: only ACTIVE can be sent. */
const statuses: Readonly<Record<string, string>> = {
  APPROVED: 'ACTIVE',
  ARCHIVED: 'DISABLED',
  LOCKED: 'DISABLED',
};

function fetchedRow(info: TemplateInfo): FetchedTemplate {
  const known = Object.hasOwn(statuses, info.status) ? statuses[info.status] : undefined;
  return {
    id: newId(),
    provider_template_id: info.id,
    name: info.name,
    language: info.language,
    category: info.category,
    parameter_format: info.parameterFormat,
    components: info.components,
    status: known ?? info.status,
    provider_status: info.status,
    status_reason: info.rejectedReason === 'NONE' ? null : info.rejectedReason,
    quality: info.qualityScore,
  };
}

type Comparison = { changes: TemplateSync['changes']; differ: FetchedTemplate[]; gone: string[] };

function compare(known: readonly TemplateRow[], fetched: readonly FetchedTemplate[]): Comparison {
  const keyOf = ({ name, language }: { name: string; language: string }) => `${name}/${language}`;
  const ours = new Map(known.map((row) => [keyOf(row), row]));
  const theirs = new Set(fetched.map(keyOf));
  const differ = fetched.filter((row) => !isSame(ours.get(keyOf(row)), row));
  const gone = known.filter((row) => !theirs.has(keyOf(row)));
  return {
    differ,
    gone: gone.map(({ id }) => id),
    changes: [
      ...differ.map((row) => ({
        name: row.name,
        language: row.language,
        marker: ours.has(keyOf(row)) ? ('MODIFIED' as const) : ('NEW' as const),
      })),
      ...gone.map(({ name, language }) => ({ name, language, marker: 'DELETED' as const })),
    ],
  };
}

function isSame(ours: TemplateRow | undefined, theirs: FetchedTemplate): boolean {
  if (ours === undefined || ours.fetched_at === null) return false;
  return (
    ours.status === theirs.status &&
    ours.category === theirs.category &&
    ours.parameter_format === theirs.parameter_format &&
    (theirs.quality === null || ours.quality === theirs.quality) &&
    isDeepStrictEqual(ours.components, theirs.components)
  );
}
