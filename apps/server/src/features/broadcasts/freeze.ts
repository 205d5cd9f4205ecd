import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import type { Job, JobKind, JobResult } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { Parameters } from '../contacts/public.ts';
import { readCampaign, tellOfCampaign } from './campaigns.ts';
import { namedFields } from './check.ts';
import { crowdOf, templateOf } from './crowd.ts';
import { noteEvent } from './event-repo.ts';
import { beginPage, endFreeze, type FreezeProgress, noteProgress, undoFreeze } from './freeze-repo.ts';
import {
  type Crowd,
  insertRecipients,
  type JudgedRow,
  type NewRecipient,
  nextStrangers,
  pageOfPeople,
  type Section,
} from './people-repo.ts';
import type { CampaignRow, TemplateSnapshot } from './repo.ts';
import { isTooLong, type SourcedSlot, sourcedSlots, valuesFor } from './slots.ts';

export const freezeKind = 'broadcasts.freeze';
const pageSize = 2_000;
const begin: FreezeProgress = { stage: 'contacts', after: '00000000-0000-0000-0000-000000000000', at: 0, n: 0 };

/**
 * Has the people of a broadcast written down behind the answer. Its row must be RUNNING with `freezing` in the same
 * transaction; when `freezing` is false again, `total` is set and sending may begin. Call `hintJobs` afterwards.
 */
export async function freezeCampaign(tx: TenantTx, campaignId: string): Promise<void> {
  const job = { kind: freezeKind, key: `${freezeKind} ${campaignId}`, payload: { campaign_id: campaignId } };
  await enqueueJobs(tx, [{ clientId: tx.clientId, ...job }]);
}

/** Writes recipients page by page; each page says in its transaction how far it is, and the key keeps anybody from being there twice. */
export function freezeJob(platform: Platform): JobKind {
  return {
    name: freezeKind,
    run: (job) => freeze(platform, job),
    gaveUp: (tx, payload, reason) => giveUp(tx, payload['campaign_id'] ?? '', reason),
  };
}

async function freeze(platform: Platform, job: Job): Promise<JobResult> {
  const id = job.payload['campaign_id'] ?? '';
  for (;;) {
    const done = await job.transaction(async (tx) => {
      const held = await beginPage(tx, id);
      if (held === null) return true;
      const next = await writePage(tx, held.row, held.progress ?? begin).catch(async (error: unknown) => {
        // What it asks for is not there any more: trying again would not bring it back.
        if (!(error instanceof AppError)) throw error;
        await giveUp(tx, id, error.message);
        return 'given up' as const;
      });
      if (next === 'given up') return true;
      if (next !== null) {
        await noteProgress(tx, id, next);
        return false;
      }
      await endFreeze(tx, id);
      await tellOfCampaign(tx, await readCampaign(tx, id));
      return true;
    });
    if (done) {
      platform.signal.hint('campaigns', job.clientId);
      platform.signal.hint('changes_new', job.clientId);
      return undefined;
    }
    if (job.isSliceOver()) return 'again';
  }
}

/** @returns where the next page begins; null: everybody is written down */
async function writePage(tx: TenantTx, row: CampaignRow, from: FreezeProgress): Promise<FreezeProgress | null> {
  const template = row.template ?? (await templateOf(tx, row.template_id));
  const given = row.audience.phone_numbers ?? [];
  const typed = from.stage === 'numbers' ? given.slice(from.at, from.at + pageSize) : [];
  const { crowd } = await crowdOf(tx, row.seer, row, template?.category ?? null, typed);
  const write = writerFor(tx, row, template, crowd);
  switch (from.stage) {
    case 'contacts': {
      const people = await write({ contacts: { after: from.after, limit: pageSize } }, from.n);
      const last = people.rows.at(-1)?.contact_id ?? null;
      if (last === null) return { ...from, stage: 'numbers' };
      return { ...from, after: last, n: people.n };
    }
    case 'numbers': {
      if (typed.length === 0) return { ...from, stage: 'strangers', at: 0 };
      return { ...from, at: from.at + pageSize, n: (await write({ numbers: crowd.numbers }, from.n)).n };
    }
    case 'strangers': {
      if (crowd.earlier === undefined) return null;
      const upTo = await nextStrangers(tx, crowd.earlier, new Parameters(tx.clientId), from.at, pageSize);
      if (upTo === null) return null;
      return { ...from, at: upTo, n: (await write({ strangers: { after: from.at, upTo } }, from.n)).n };
    }
  }
}

function writerFor(tx: TenantTx, row: CampaignRow, template: TemplateSnapshot | null, crowd: Crowd) {
  const slots = sourcedSlots(template, row.variables);
  const fields = [...crowd.context.fields.values()].filter(({ hidden }) => !hidden);
  const names = new Map(fields.map(({ no, name }) => [String(no), name]));
  return async (section: Section, after: number) => {
    const rows = await pageOfPeople(tx, crowd, new Parameters(tx.clientId), section);
    const people = rows.map((one) => recipientOf(one, template, slots, names));
    if (people.length > 0) await insertRecipients(tx, row.id, after, people);
    return { rows, n: after + rows.length };
  };
}

function recipientOf(
  { custom_fields, ...row }: JudgedRow,
  template: TemplateSnapshot | null,
  slots: readonly SourcedSlot[],
  names: ReadonlyMap<string, string>,
): NewRecipient {
  if (row.reason !== null) return { ...row, values: {}, state: 'SKIPPED' };
  const person = { name: row.name, phone_number: row.phone_number, custom_fields: namedFields(custom_fields, names) };
  const { values, missing } = valuesFor(slots, person);
  if (missing.length > 0) return { ...row, values, state: 'SKIPPED', reason: 'missing_value' };
  if (template !== null && isTooLong(template, values)) return { ...row, values, state: 'SKIPPED', reason: 'too_long' };
  return { ...row, values, state: 'QUEUED' };
}

async function giveUp(tx: TenantTx, id: string, because: string): Promise<void> {
  if ((await beginPage(tx, id)) === null) return;
  await undoFreeze(tx, id);
  await noteEvent(tx, id, 'cancelled', 'bot', { because });
  await tellOfCampaign(tx, await readCampaign(tx, id));
}
