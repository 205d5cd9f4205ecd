import type { CampaignAudience, ChangeCampaignBody, CreateCampaignBody } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { hashRequest } from '../../../platform/http/idempotency.ts';
import { isUuid } from '../../../platform/ids.ts';
import { addChanges } from '../../sync/public.ts';
import { maskText, viewerOf, visibilityOf } from '../../team/public.ts';
import { addCampaignEvent, addChangedEvent } from '../core/event-repo.ts';
import { isPassedForAll, plannedStart } from '../core/planned-start.ts';
import {
  archiveCampaign,
  type CampaignContent,
  type CampaignRow,
  deleteCampaign,
  findCampaigns,
  insertCampaign,
  lockCampaign,
  measureDrafts,
  type PlannedStart,
  updateCampaign,
} from '../core/repo.ts';
import { isSeries, withNextTime } from '../core/series-schedule.ts';
import { requireTypedNumbers, validateReferences } from './references.ts';

const mostDraftBytes = 8_000_000;

export function campaignNotFound(): AppError {
  return new AppError('not_found', { message: 'This broadcast was not found.' });
}

/** The command is not possible in the broadcast's state. */
export function campaignStateError(message: string): AppError {
  return new AppError('campaign_state', { message });
}

/** A broadcast that is visible to the actor. @throws AppError('not_found') */
export async function getVisibleCampaign(tx: TenantTx, actor: AccountActor, id: string): Promise<CampaignRow> {
  const [row] = isUuid(id) ? await findCampaigns(tx, [id]) : [];
  if (row === undefined || !visibilityOf(actor).canSeeCampaign(row)) throw campaignNotFound();
  return row;
}

/** The same, locked until commit. @throws AppError('not_found') */
export async function lockVisibleCampaign(tx: TenantTx, actor: AccountActor, id: string): Promise<CampaignRow> {
  const row = isUuid(id) ? await lockCampaign(tx, id) : null;
  if (row === null || !visibilityOf(actor).canSeeCampaign(row)) throw campaignNotFound();
  return row;
}

/** The row after a write in the same transaction. */
export async function getCampaign(tx: TenantTx, id: string): Promise<CampaignRow> {
  const [row] = await findCampaigns(tx, [id]);
  if (row === undefined) throw new Error('a broadcast that was written is missing');
  return row;
}

/** Adds a changed broadcast to the change feed. */
export async function addCampaignChange(
  tx: TenantTx,
  row: { id: string; version: number },
  marker: 'NEW' | 'MODIFIED' | 'DELETED' = 'MODIFIED',
): Promise<void> {
  await addChanges(tx, [{ collection: 'campaigns', id: row.id, marker, version: row.version }]);
}

/**
 * Creates a draft. Repeating the call returns the same broadcast in its current state.
 * @throws AppError id_conflict; limit_reached; validation_failed for ids outside the account
 */
export async function createCampaign(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  body: CreateCampaignBody,
): Promise<{ row: CampaignRow; created: boolean }> {
  requireTypedNumbers(actor, body.audience);
  const { id: _id, ...asked } = body;
  const requestHash = hashRequest(asked);
  const existing = await findRepeated(tx, actor, id, requestHash);
  if (existing !== null) return { row: existing, created: false };
  const content: CampaignContent = {
    name: body.name,
    purpose: body.purpose ?? null,
    area: body.area,
    channel_id: body.channel_id,
    template_id: body.template_id ?? null,
    audience: body.audience,
    exclude: body.exclude ?? {},
    variables: body.variables,
    schedule: body.schedule ?? {},
    stop_rules: body.stop_rules ?? null,
    ab_test: body.ab_test ?? null,
  };
  await validateReferences(tx, actor, content);
  const campaign = { id, content, viewer: viewerOf(actor), createdBy: actor.author, requestHash };
  if (!(await insertCampaign(tx, campaign))) {
    // Created by the same call at the same time.
    const existing = await findRepeated(tx, actor, id, requestHash);
    if (existing === null) throw idConflict();
    return { row: existing, created: false };
  }
  await refuseTooLargeDrafts(tx);
  await addCampaignEvent(tx, id, 'created', actor.author);
  const row = await getCampaign(tx, id);
  await addCampaignChange(tx, row, 'NEW');
  return { row, created: true };
}

async function findRepeated(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  requestHash: Buffer,
): Promise<CampaignRow | null> {
  const [row] = await findCampaigns(tx, [id]);
  if (row === undefined) return null;
  if (row.request_hash?.equals(requestHash) !== true || !visibilityOf(actor).canSeeCampaign(row)) throw idConflict();
  return row;
}

function idConflict(): AppError {
  return new AppError('id_conflict', { message: 'Another broadcast has this id.' });
}

/**
 * Updates a broadcast; absent fields stay unchanged.
 * @throws AppError not_found, version_conflict, campaign_state, limit_reached, validation_failed
 */
export async function changeCampaign(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  body: ChangeCampaignBody,
): Promise<CampaignRow> {
  const before = await lockVisibleCampaign(tx, actor, id);
  if (body.version !== undefined && body.version !== before.version) {
    throw new AppError('version_conflict', { message: 'Someone else changed this broadcast. Load it again.' });
  }
  const { version: _version, ...changes } = body;
  const fields = Object.keys(changes).filter((name) => changes[name as keyof typeof changes] !== undefined);
  const open = before.state === 'DRAFT' || before.state === 'SCHEDULED';
  if (!open && fields.some((name) => name !== 'name' && name !== 'purpose')) {
    throw campaignStateError('After a broadcast has started, only its name and purpose can be changed.');
  }
  if (body.audience !== undefined) requireTypedNumbers(actor, body.audience);
  const changed = contentAfter(before, body, visibilityOf(actor).masked);
  // A recurring broadcast that is scheduled goes on with its new times.
  const renewed = before.state === 'SCHEDULED' && body.schedule !== undefined && isSeries(changed);
  const after = renewed ? await withNextTime(tx, changed) : changed;
  if (open) await validateReferences(tx, actor, after);
  const start = before.state === 'SCHEDULED' ? await scheduledStart(tx, before, after) : null;
  // The author of an audience limits it to what they may see; other changes leave that limit unchanged.
  const viewer = body.audience === undefined ? before.viewer : viewerOf(actor);
  await updateCampaign(tx, id, after, viewer, start);
  if (body.audience !== undefined || body.variables !== undefined || body.ab_test) await refuseTooLargeDrafts(tx);
  if (open) await addChangedEvent(tx, id, actor.author, { fields });
  else await addCampaignEvent(tx, id, 'renamed', actor.author, { from: before.name, to: after.name });
  const row = await getCampaign(tx, id);
  await addCampaignChange(tx, row);
  return row;
}

/** Lists and the change feed carry drafts whole. @throws AppError('limit_reached') */
async function refuseTooLargeDrafts(tx: TenantTx): Promise<void> {
  if ((await measureDrafts(tx)) <= mostDraftBytes) return;
  throw new AppError('limit_reached', {
    message: 'The drafts of an account can have 8 MB together. Delete drafts you no longer need.',
  });
}

function contentAfter(before: CampaignRow, body: ChangeCampaignBody, masked: boolean): CampaignContent {
  const audience = body.audience ?? before.audience;
  return {
    name: body.name ?? before.name,
    purpose: body.purpose ?? before.purpose,
    area: body.area ?? before.area,
    channel_id: body.channel_id ?? before.channel_id,
    template_id: body.template_id === undefined ? before.template_id : body.template_id,
    audience: masked ? unmasked(audience, before.audience.phone_numbers ?? []) : audience,
    exclude: body.exclude ?? before.exclude,
    variables: body.variables ?? before.variables,
    schedule: body.schedule ?? before.schedule,
    stop_rules: body.stop_rules === undefined ? before.stop_rules : body.stop_rules,
    ab_test: body.ab_test === undefined ? before.ab_test : body.ab_test,
  };
}

/** Members who see masked numbers send them back masked: the stored numbers stay. */
function unmasked(audience: CampaignAudience, known: readonly string[]): CampaignAudience {
  const { phone_numbers: numbers } = audience;
  if (numbers === undefined) return audience;
  const hidden = new Map<string, string[]>();
  for (const number of known) {
    const shown = maskText(number);
    hidden.set(shown, [...(hidden.get(shown) ?? []), number]);
  }
  return { ...audience, phone_numbers: numbers.map((number) => hidden.get(number)?.shift() ?? number) };
}

/** @throws AppError('validation_failed') when a scheduled broadcast would lose its time or its template */
async function scheduledStart(tx: TenantTx, before: CampaignRow, after: CampaignContent): Promise<PlannedStart> {
  if (after.template_id === null) throw invalid('template_id', 'A scheduled broadcast needs a template.');
  const at = after.schedule.at ?? null;
  const start = await plannedStart(tx, after);
  if (at === null || start === null) {
    throw invalid('schedule.at', 'A scheduled broadcast needs a start time. Cancel it to make it a draft again.');
  }
  const isPassed =
    start.local === null ? Date.parse(at) <= Date.now() : await isPassedForAll(tx, after.channel_id, start.local);
  if (at !== before.schedule.at && isPassed) {
    throw invalid('schedule.at', 'This time has passed. Choose a later time.');
  }
  return start;
}

/** @throws AppError not_found, campaign_state */
export async function removeCampaign(tx: TenantTx, actor: AccountActor, id: string): Promise<void> {
  const row = await lockVisibleCampaign(tx, actor, id);
  if (row.state !== 'DRAFT') throw campaignStateError('Only a draft can be deleted.');
  await deleteCampaign(tx, row.id);
  await addCampaignChange(tx, { id: row.id, version: row.version + 1 }, 'DELETED');
}

/** @throws AppError not_found, campaign_state */
export async function setArchived(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  archived: boolean,
): Promise<CampaignRow> {
  const row = await lockVisibleCampaign(tx, actor, id);
  if (archived && row.state !== 'FINISHED' && row.state !== 'CANCELLED') {
    throw campaignStateError('Only a broadcast that has ended can be archived.');
  }
  if (!(await archiveCampaign(tx, id, archived))) return row;
  const after = await getCampaign(tx, id);
  await addCampaignChange(tx, after);
  return after;
}
