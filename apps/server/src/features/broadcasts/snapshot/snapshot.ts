import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Parameters } from '../../contacts/public.ts';
import { listKnownRecipients } from '../ab-test/ab-repo.ts';
import { findTemplateSnapshot, resolveAudience } from '../audience/audience.ts';
import { namedFields } from '../audience/audience-check.ts';
import {
  type AudienceRow,
  type AudienceSection,
  findNextNonContact,
  listAudiencePage,
  type ResolvedAudience,
} from '../audience/audience-query.ts';
import { addCampaignChange, getCampaign } from '../campaigns/campaigns.ts';
import { beginConversions } from '../conversions/conversions.ts';
import { addCampaignEvent } from '../core/event-repo.ts';
import type { CampaignRow, TemplateSnapshot } from '../core/repo.ts';
import {
  isTooLong,
  resolveVariables,
  type SourcedVariable,
  sourcedVariables,
  type VariableContact,
} from '../core/variables.ts';
import { dearerCategory } from '../costs/dearer-category.ts';
import { namedCells } from '../files/audience-file.ts';
import { insertLinks } from '../links/link-repo.ts';
import { trackedVariables, trackLinks } from '../links/track-links.ts';
import { assignVariants, linksToStore, trackBoth } from './assign-variants.ts';
import {
  finishSnapshot,
  insertRecipients,
  lockSnapshotPage,
  type NewRecipient,
  type SnapshotProgress,
  saveSnapshotProgress,
  undoSnapshot,
} from './snapshot-repo.ts';
import { chooseFirstShare, setDueTimes } from './snapshot-turns.ts';

export const snapshotJobKind = 'broadcasts.snapshot';
const pageSize = 2_000;
const start: SnapshotProgress = { stage: 'contacts', after: '00000000-0000-0000-0000-000000000000', at: 0, n: 0 };

/**
 * Enqueues the job that snapshots the recipients. The row must be RUNNING with `preparing` in the same
 * transaction; when `preparing` is false again, `total` is set and sending may begin. Call `notifyJobs` afterwards.
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
      const next = await writePage(tx, locked.row, locked.progress ?? start, platform.publicUrl()).catch(
        async (error: unknown) => {
          // Something it refers to was deleted: retrying would not help.
          if (!(error instanceof AppError)) throw error;
          await giveUp(tx, id, error.message);
          return 'given up' as const;
        },
      );
      if (next === 'given up') return true;
      if (next !== null) {
        await saveSnapshotProgress(tx, id, next);
        return false;
      }
      await beginConversions(tx, locked.row);
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
async function writePage(
  tx: TenantTx,
  row: CampaignRow,
  from: SnapshotProgress,
  publicUrl: string,
): Promise<SnapshotProgress | null> {
  const template = row.template ?? (await findTemplateSnapshot(tx, row.template_id));
  const given = row.audience.phone_numbers ?? [];
  const templateB =
    row.ab_test === null ? null : (row.ab_template ?? (await findTemplateSnapshot(tx, row.ab_test.template_id)));
  const typed = from.stage === 'numbers' ? given.slice(from.at, from.at + pageSize) : [];
  const { resolved } = await resolveAudience(tx, row.viewer, row, dearerCategory(template, templateB), typed);
  const write = writerFor(tx, row, { a: template, b: templateB }, resolved, publicUrl);
  const next = (page: { n: number; share: Partial<SnapshotProgress> }) => ({ ...from, n: page.n, ...page.share });
  switch (from.stage) {
    case 'contacts': {
      const recipients = await write({ contacts: { after: from.after, limit: pageSize } }, from);
      const last = recipients.rows.at(-1)?.contact_id ?? null;
      if (last === null) return { ...from, stage: 'numbers' };
      return { ...next(recipients), after: last };
    }
    case 'numbers': {
      if (typed.length === 0) return { ...from, stage: 'file', at: 0 };
      return { ...next(await write({ numbers: resolved.numbers }, from)), at: from.at + pageSize };
    }
    case 'file': {
      if (resolved.file === null || from.at >= resolved.file.rows) return { ...from, stage: 'strangers', at: 0 };
      const upTo = from.at + pageSize;
      return { ...next(await write({ fileRows: { after: from.at, upTo } }, from)), at: upTo };
    }
    case 'strangers': {
      if (resolved.earlier === undefined) return null;
      const upTo = await findNextNonContact(tx, resolved.earlier, new Parameters(tx.clientId), from.at, pageSize);
      if (upTo === null) return null;
      return { ...next(await write({ nonContacts: { after: from.at, upTo } }, from)), at: upTo };
    }
  }
}

function writerFor(
  tx: TenantTx,
  row: CampaignRow,
  templates: { a: TemplateSnapshot | null; b: TemplateSnapshot | null },
  resolved: ResolvedAudience,
  publicUrl: string,
) {
  const a = { template: templates.a, variables: sourcedVariables(templates.a, row.variables) };
  const b = { template: templates.b, variables: sourcedVariables(templates.b, row.ab_test?.variables ?? {}) };
  const fields = [...resolved.context.fields.values()].filter(({ hidden }) => !hidden);
  const names = new Map(fields.map(({ no, name }) => [String(no), name]));
  const tracked = { a: trackedVariables(a.variables, publicUrl), b: trackedVariables(b.variables, publicUrl) };
  const zoneField = row.schedule.recipient_zone?.field ?? null;
  return async (section: AudienceSection, from: SnapshotProgress) => {
    const rows = await listAudiencePage(tx, resolved, new Parameters(tx.clientId), section);
    const turns = rows.map((audienceRow) => ({
      recipient: recipientOf(audienceRow, row.ab_test === null ? [a] : [a, b], contactOf(audienceRow, names, resolved)),
      own: zoneField === null ? undefined : namedFields(audienceRow.custom_fields, names)[zoneField],
    }));
    const recipients = turns.map(({ recipient }) => recipient);
    const links =
      row.ab_test === null
        ? trackLinks(tracked.a, recipients, from.n, publicUrl)
        : trackBoth(tracked, recipients, from.n, publicUrl);
    await setDueTimes(tx, row, turns);
    const keys = recipients.map(({ recipient_key: key }) => key);
    const known = row.ab_test === null ? new Set<string>() : await listKnownRecipients(tx, row.id, keys);
    const share = { ...chooseFirstShare(row, recipients, from), ...assignVariants(row, recipients, from, known) };
    if (recipients.length > 0) await insertRecipients(tx, row.id, from.n, recipients);
    await insertLinks(tx, row.id, row.ab_test === null ? links : linksToStore(links, recipients, from.n));
    return { rows, n: from.n + rows.length, share };
  };
}

function contactOf(
  { name, phone_number, custom_fields, cells }: AudienceRow,
  names: ReadonlyMap<string, string>,
  { file }: ResolvedAudience,
): VariableContact {
  const fields = namedFields(custom_fields, names);
  return { name, phone_number, custom_fields: fields, columns: namedCells(file, cells) };
}

type Message = { template: TemplateSnapshot | null; variables: readonly SourcedVariable[] };

/** @param messages two for an A/B test: who cannot get one of them gets neither, so that the variants can be compared */
function recipientOf(
  { custom_fields: _fields, cells: _cells, ...row }: AudienceRow,
  messages: readonly Message[],
  contact: VariableContact,
): NewRecipient {
  if (row.reason !== null) return { ...row, values: {}, state: 'SKIPPED' };
  const resolved = messages.map(({ template, variables }) => ({ template, ...resolveVariables(variables, contact) }));
  const [values = {}, valuesB] = resolved.map((one) => one.values);
  if (resolved.some(({ missing }) => missing.length > 0)) {
    return { ...row, values, state: 'SKIPPED', reason: 'missing_value' };
  }
  if (resolved.some((one) => one.template !== null && isTooLong(one.template, one.values))) {
    return { ...row, values, state: 'SKIPPED', reason: 'too_long' };
  }
  return { ...row, values, state: 'QUEUED', ...(valuesB !== undefined && { values_b: valuesB }) };
}

async function giveUp(tx: TenantTx, id: string, because: string): Promise<void> {
  if ((await lockSnapshotPage(tx, id)) === null) return;
  await undoSnapshot(tx, id);
  await addCampaignEvent(tx, id, 'cancelled', 'bot', { because });
  await addCampaignChange(tx, await getCampaign(tx, id));
}
