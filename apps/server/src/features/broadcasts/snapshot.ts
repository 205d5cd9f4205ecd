import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import type { Job, JobKind, JobResult } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { Parameters } from '../contacts/public.ts';
import { findTemplateSnapshot, resolveAudience } from './audience.ts';
import { namedFields } from './audience-check.ts';
import {
  type AudienceRow,
  type AudienceSection,
  findNextNonContact,
  insertRecipients,
  listAudiencePage,
  type NewRecipient,
  type ResolvedAudience,
} from './audience-query.ts';
import { addCampaignChange, getCampaign } from './campaigns.ts';
import { addCampaignEvent } from './event-repo.ts';
import type { CampaignRow, TemplateSnapshot } from './repo.ts';
import {
  finishSnapshot,
  lockSnapshotPage,
  type SnapshotProgress,
  saveSnapshotProgress,
  undoSnapshot,
} from './snapshot-repo.ts';
import { chooseFirstShare, setDueTimes } from './snapshot-turns.ts';
import { isTooLong, resolveVariables, type SourcedVariable, sourcedVariables } from './variables.ts';

export const snapshotJobKind = 'broadcasts.snapshot';
const pageSize = 2_000;
const start: SnapshotProgress = { stage: 'contacts', after: '00000000-0000-0000-0000-000000000000', at: 0, n: 0 };

/**
 * Enqueues the job that snapshots the recipients. The row must be RUNNING with `freezing` in the same
 * transaction; when `freezing` is false again, `total` is set and sending may begin. Call `notifyJobs` afterwards.
 */
export async function enqueueSnapshot(tx: TenantTx, campaignId: string): Promise<void> {
  const job = { kind: snapshotJobKind, key: `${snapshotJobKind} ${campaignId}`, payload: { campaign_id: campaignId } };
  await enqueueJobs(tx, [{ clientId: tx.clientId, ...job }]);
}

/** Writes recipients page by page. Each page saves its progress in its transaction, and the key prevents duplicates. */
export function snapshotJob(platform: Platform): JobKind {
  return {
    name: snapshotJobKind,
    run: (job) => runSnapshot(platform, job),
    onGiveUp: (tx, payload, reason) => giveUp(tx, payload['campaign_id'] ?? '', reason),
  };
}

async function runSnapshot(platform: Platform, job: Job): Promise<JobResult> {
  const id = job.payload['campaign_id'] ?? '';
  for (;;) {
    const done = await job.transaction(async (tx) => {
      const locked = await lockSnapshotPage(tx, id);
      if (locked === null) return true;
      const next = await writePage(tx, locked.row, locked.progress ?? start).catch(async (error: unknown) => {
        // Something it refers to was deleted: retrying would not help.
        if (!(error instanceof AppError)) throw error;
        await giveUp(tx, id, error.message);
        return 'given up' as const;
      });
      if (next === 'given up') return true;
      if (next !== null) {
        await saveSnapshotProgress(tx, id, next);
        return false;
      }
      await finishSnapshot(tx, id);
      await addCampaignChange(tx, await getCampaign(tx, id));
      return true;
    });
    if (done) {
      platform.notifier.notify('campaigns', job.clientId);
      platform.notifier.notify('changes_new', job.clientId);
      return undefined;
    }
    if (job.isSliceOver()) return 'again';
  }
}

/** @returns the position of the next page; null: the snapshot is complete */
async function writePage(tx: TenantTx, row: CampaignRow, from: SnapshotProgress): Promise<SnapshotProgress | null> {
  const template = row.template ?? (await findTemplateSnapshot(tx, row.template_id));
  const given = row.audience.phone_numbers ?? [];
  const typed = from.stage === 'numbers' ? given.slice(from.at, from.at + pageSize) : [];
  const { resolved } = await resolveAudience(tx, row.viewer, row, template?.category ?? null, typed);
  const write = writerFor(tx, row, template, resolved);
  const next = (page: { n: number; share: Partial<SnapshotProgress> }) => ({ ...from, n: page.n, ...page.share });
  switch (from.stage) {
    case 'contacts': {
      const recipients = await write({ contacts: { after: from.after, limit: pageSize } }, from);
      const last = recipients.rows.at(-1)?.contact_id ?? null;
      if (last === null) return { ...from, stage: 'numbers' };
      return { ...next(recipients), after: last };
    }
    case 'numbers': {
      if (typed.length === 0) return { ...from, stage: 'strangers', at: 0 };
      return { ...next(await write({ numbers: resolved.numbers }, from)), at: from.at + pageSize };
    }
    case 'strangers': {
      if (resolved.earlier === undefined) return null;
      const upTo = await findNextNonContact(tx, resolved.earlier, new Parameters(tx.clientId), from.at, pageSize);
      if (upTo === null) return null;
      return { ...next(await write({ nonContacts: { after: from.at, upTo } }, from)), at: upTo };
    }
  }
}

function writerFor(tx: TenantTx, row: CampaignRow, template: TemplateSnapshot | null, resolved: ResolvedAudience) {
  const variables = sourcedVariables(template, row.variables);
  const fields = [...resolved.context.fields.values()].filter(({ hidden }) => !hidden);
  const names = new Map(fields.map(({ no, name }) => [String(no), name]));
  const zoneField = row.schedule.recipient_zone?.field ?? null;
  return async (section: AudienceSection, from: SnapshotProgress) => {
    const rows = await listAudiencePage(tx, resolved, new Parameters(tx.clientId), section);
    const turns = rows.map((audienceRow) => ({
      recipient: recipientOf(audienceRow, template, variables, names),
      own: zoneField === null ? undefined : namedFields(audienceRow.custom_fields, names)[zoneField],
    }));
    const recipients = turns.map(({ recipient }) => recipient);
    await setDueTimes(tx, row, turns);
    const share = chooseFirstShare(row, recipients, from);
    if (recipients.length > 0) await insertRecipients(tx, row.id, from.n, recipients);
    return { rows, n: from.n + rows.length, share };
  };
}

function recipientOf(
  { custom_fields, ...row }: AudienceRow,
  template: TemplateSnapshot | null,
  variables: readonly SourcedVariable[],
  names: ReadonlyMap<string, string>,
): NewRecipient {
  if (row.reason !== null) return { ...row, values: {}, state: 'SKIPPED' };
  const contact = { name: row.name, phone_number: row.phone_number, custom_fields: namedFields(custom_fields, names) };
  const { values, missing } = resolveVariables(variables, contact);
  if (missing.length > 0) return { ...row, values, state: 'SKIPPED', reason: 'missing_value' };
  if (template !== null && isTooLong(template, values)) return { ...row, values, state: 'SKIPPED', reason: 'too_long' };
  return { ...row, values, state: 'QUEUED' };
}

async function giveUp(tx: TenantTx, id: string, because: string): Promise<void> {
  if ((await lockSnapshotPage(tx, id)) === null) return;
  await undoSnapshot(tx, id);
  await addCampaignEvent(tx, id, 'cancelled', 'bot', { because });
  await addCampaignChange(tx, await getCampaign(tx, id));
}
