import type { TemplateSync, TemplateSyncRun } from '@parley/contract/types';
import type { TemplateInfo } from '@parley/whatsapp-client';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { getChannelClient, type ProviderAccess, recordTemplateSync, requireOutcome } from '../channels/public.ts';
import { addChanges } from '../sync/public.ts';
import { type Comparison, compareTemplates, keyOf } from './compare.ts';
import { type FetchedTemplate, listAccountTemplates, markDeleted, saveFetchedTemplates } from './repo.ts';
import { ourStatus } from './status.ts';
import { insertSyncRun } from './sync-run-repo.ts';
import { listUses } from './usage-query-repo.ts';
import { addVersions } from './version-repo.ts';

const pageRows = 100;
/** WhatsApp stores at most 6,000 templates per account. */
const maxPages = 60;
const timeoutMs = 15_000;

export type SyncCause = { trigger: TemplateSyncRun['trigger']; createdBy: string | null };
type SyncRequest = { channel_id: string; dry_run: boolean; only?: { name: string; language: string }[] | undefined };

/**
 * Fetches the templates of a channel's account and makes ours the same: what is new or changed is stored, what is gone
 * is marked. Repeating it is harmless. Every run is written down, except comparisons.
 * @throws AppError not_found; validation_failed when WhatsApp refuses; unavailable when it does not answer, and then
 * nothing is changed
 */
export async function syncTemplates(
  platform: Platform,
  providers: ProviderAccess,
  clientId: string,
  cause: SyncCause,
  { channel_id, dry_run, only }: SyncRequest,
): Promise<TemplateSync> {
  const channel = await getChannelClient(platform, providers, clientId, channel_id);
  if (channel.row.kind !== 'WHATSAPP') throw invalid('channel_id', 'Only WhatsApp channels have templates.');
  const startedAt = new Date();
  const { withTenant } = platform.db;
  const { waba_id } = channel.row;
  const run = { id: newId(), waba_id, trigger: cause.trigger, created_by: cause.createdBy, started_at: startedAt };
  const fetched = await fetchAll(channel).catch(async (error: unknown) => {
    if (!dry_run && error instanceof AppError) {
      const counts = { compared: 0, new: 0, modified: 0, deleted: 0, error: error.message.slice(0, 500) };
      const duration_ms = Date.now() - startedAt.getTime();
      await withTenant(clientId, (tx) => insertSyncRun(tx, { ...run, duration_ms, ...counts }));
    }
    throw error;
  });
  const wanted = only && new Set(only.map(keyOf));
  const result = await withTenant(clientId, async (tx) => {
    const known = await listAccountTemplates(tx, waba_id);
    const isWanted = (row: { name: string; language: string }) => wanted?.has(keyOf(row)) ?? true;
    const comparison = compareTemplates(known, fetched, await listUses(tx), isWanted);
    const { changes, unchanged } = comparison;
    const count = (marker: string) => changes.filter((change) => change.marker === marker).length;
    const counts = { new: count('NEW'), modified: count('MODIFIED'), deleted: count('DELETED') };
    if (dry_run) return { run_id: null, ...counts, unchanged, changes };
    await store(tx, waba_id, comparison, startedAt);
    const duration_ms = Date.now() - startedAt.getTime();
    await insertSyncRun(tx, { ...run, duration_ms, compared: fetched.length, ...counts, error: null });
    return { run_id: run.id, ...counts, unchanged, changes };
  });
  if (!dry_run) platform.notifier.notify('changes_new', clientId);
  return result;
}

async function fetchAll({ row, client, accessToken }: Awaited<ReturnType<typeof getChannelClient>>) {
  const fetched: FetchedTemplate[] = [];
  let after: string | null = null;
  for (let page = 0; page < maxPages; page++) {
    const asked = { accessToken, wabaId: row.waba_id, limit: pageRows, after, timeoutMs };
    const answer: { rows: TemplateInfo[]; after: string | null } = requireOutcome(
      await client.listTemplates(asked),
      'channel_id',
    );
    fetched.push(...answer.rows.filter(({ status }) => status !== 'DELETED').map(fetchedRow));
    after = answer.after;
    if (after === null) break;
  }
  return fetched;
}

async function store(tx: TenantTx, wabaId: string, { differ, gone }: Comparison, asOf: Date): Promise<void> {
  const stored = await saveFetchedTemplates(tx, tx.clientId, wabaId, differ, asOf);
  const deleted = await markDeleted(tx, gone);
  await addVersions(
    tx,
    stored.map(({ id }) => id),
    'synced',
    null,
  );
  await recordTemplateSync(tx, wabaId);
  await addChanges(tx, [
    ...stored.map(({ id, version, made }) => ({
      collection: 'templates' as const,
      id,
      marker: made ? ('NEW' as const) : ('MODIFIED' as const),
      version,
    })),
    ...deleted.map(({ id, version }) => ({
      collection: 'templates' as const,
      id,
      marker: 'DELETED' as const,
      version,
    })),
  ]);
}

function fetchedRow(info: TemplateInfo): FetchedTemplate {
  return {
    id: newId(),
    provider_template_id: info.id,
    name: info.name,
    language: info.language,
    category: info.category,
    parameter_format: info.parameterFormat,
    components: info.components,
    message_send_ttl_seconds: info.messageSendTtlSeconds,
    status: ourStatus(info.status),
    provider_status: info.status,
    status_reason: info.rejectedReason === 'NONE' ? null : info.rejectedReason,
    quality: info.qualityScore,
  };
}
