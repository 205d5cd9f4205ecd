import type { CampaignAudience, ChangeCampaignBody, CreateCampaignBody } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import { hashOf } from '../contacts/public.ts';
import { addChanges } from '../sync/public.ts';
import { maskTyped, seerOf, visibilityOf } from '../team/public.ts';
import { noteChanged, noteEvent } from './event-repo.ts';
import { checkReferences } from './references.ts';
import {
  archiveCampaign,
  type CampaignContent,
  type CampaignRow,
  deleteCampaign,
  findCampaigns,
  insertCampaign,
  lockCampaign,
  updateCampaign,
} from './repo.ts';

export function campaignNotFound(): AppError {
  return new AppError('not_found', { message: 'This broadcast was not found.' });
}

/** The act does not fit how the broadcast stands. */
export function campaignState(message: string): AppError {
  return new AppError('campaign_state', { message });
}

/** A broadcast that the actor sees. @throws AppError('not_found') */
export async function seenCampaign(tx: TenantTx, actor: AccountActor, id: string): Promise<CampaignRow> {
  const [row] = isUuid(id) ? await findCampaigns(tx, [id]) : [];
  if (row === undefined || !visibilityOf(actor).seesCampaign(row)) throw campaignNotFound();
  return row;
}

/** The same, held until commit. @throws AppError('not_found') */
export async function heldCampaign(tx: TenantTx, actor: AccountActor, id: string): Promise<CampaignRow> {
  const row = isUuid(id) ? await lockCampaign(tx, id) : null;
  if (row === null || !visibilityOf(actor).seesCampaign(row)) throw campaignNotFound();
  return row;
}

/** As it is now, for those who were just told. */
export async function readCampaign(tx: TenantTx, id: string): Promise<CampaignRow> {
  const [row] = await findCampaigns(tx, [id]);
  if (row === undefined) throw new Error('a broadcast that was written is missing');
  return row;
}

/** Tells the feed of a broadcast whose row was changed. */
export async function tellOfCampaign(
  tx: TenantTx,
  row: { id: string; version: number },
  marker: 'NEW' | 'MODIFIED' | 'DELETED' = 'MODIFIED',
): Promise<void> {
  await addChanges(tx, [{ collection: 'campaigns', id: row.id, marker, version: row.version }]);
}

/**
 * Makes a draft. The same call again answers the same broadcast, as it is by then.
 * @throws AppError id_conflict; validation_failed for what is not the account's
 */
export async function createCampaign(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  body: CreateCampaignBody,
): Promise<{ row: CampaignRow; created: boolean }> {
  const { id: _id, ...asked } = body;
  const requestHash = hashOf(asked);
  const there = await repeated(tx, actor, id, requestHash);
  if (there !== null) return { row: there, created: false };
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
  };
  await checkReferences(tx, actor, content);
  const campaign = { id, content, seer: seerOf(actor), createdBy: actor.author, requestHash };
  if (!(await insertCampaign(tx, campaign))) {
    // Made at the same time by the same call.
    const made = await repeated(tx, actor, id, requestHash);
    if (made === null) throw idConflict();
    return { row: made, created: false };
  }
  await noteEvent(tx, id, 'created', actor.author);
  const row = await readCampaign(tx, id);
  await tellOfCampaign(tx, row, 'NEW');
  return { row, created: true };
}

async function repeated(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  requestHash: Buffer,
): Promise<CampaignRow | null> {
  const [row] = await findCampaigns(tx, [id]);
  if (row === undefined) return null;
  if (row.request_hash?.equals(requestHash) !== true || !visibilityOf(actor).seesCampaign(row)) throw idConflict();
  return row;
}

function idConflict(): AppError {
  return new AppError('id_conflict', { message: 'Another broadcast has this id.' });
}

/**
 * Changes a broadcast; what is left out stays.
 * @throws AppError not_found, version_conflict, campaign_state, validation_failed
 */
export async function changeCampaign(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  body: ChangeCampaignBody,
): Promise<CampaignRow> {
  const before = await heldCampaign(tx, actor, id);
  if (body.version !== undefined && body.version !== before.version) {
    throw new AppError('version_conflict', { message: 'Somebody changed this broadcast meanwhile.' });
  }
  const { version: _version, ...wished } = body;
  const fields = Object.keys(wished).filter((name) => wished[name as keyof typeof wished] !== undefined);
  const open = before.state === 'DRAFT' || before.state === 'SCHEDULED';
  if (!open && fields.some((name) => name !== 'name' && name !== 'purpose')) {
    throw campaignState('Once a broadcast was started only its name and purpose can be changed.');
  }
  const after = contentAfter(before, body, visibilityOf(actor).masked);
  if (open) await checkReferences(tx, actor, after);
  const startAt = before.state === 'SCHEDULED' ? startOf(before, after) : null;
  // Whoever names the people bounds them by what they see; others leave it as it is.
  const seer = body.audience === undefined ? before.seer : seerOf(actor);
  await updateCampaign(tx, id, after, seer, startAt);
  if (open) await noteChanged(tx, id, actor.author, { fields });
  else await noteEvent(tx, id, 'renamed', actor.author, { from: before.name, to: after.name });
  const row = await readCampaign(tx, id);
  await tellOfCampaign(tx, row);
  return row;
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
  };
}

/** Who sees numbers hidden sends them back hidden: those stay what they are. */
function unmasked(audience: CampaignAudience, known: readonly string[]): CampaignAudience {
  const { phone_numbers: numbers } = audience;
  if (numbers === undefined) return audience;
  const hidden = new Map<string, string[]>();
  for (const number of known) {
    const shown = maskTyped(number);
    hidden.set(shown, [...(hidden.get(shown) ?? []), number]);
  }
  return { ...audience, phone_numbers: numbers.map((number) => hidden.get(number)?.shift() ?? number) };
}

/** @throws AppError('validation_failed') when a planned broadcast would lose its time or its template */
function startOf(before: CampaignRow, after: CampaignContent): string {
  if (after.template_id === null) throw invalid('template_id', 'A planned broadcast needs its template.');
  const at = after.schedule.at ?? null;
  if (at === null) {
    throw invalid('schedule.at', 'A planned broadcast needs its time. Cancel it, and it is a draft again.');
  }
  if (at !== before.schedule.at && Date.parse(at) <= Date.now()) {
    throw invalid('schedule.at', 'This time is over. Choose a later one.');
  }
  return at;
}

/** @throws AppError not_found, campaign_state */
export async function removeCampaign(tx: TenantTx, actor: AccountActor, id: string): Promise<void> {
  const row = await heldCampaign(tx, actor, id);
  if (row.state !== 'DRAFT') throw campaignState('Only a draft can be deleted.');
  await deleteCampaign(tx, row.id);
  await tellOfCampaign(tx, { id: row.id, version: row.version + 1 }, 'DELETED');
}

/** @throws AppError not_found, campaign_state */
export async function setArchived(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  archived: boolean,
): Promise<CampaignRow> {
  const row = await heldCampaign(tx, actor, id);
  if (archived && row.state !== 'FINISHED' && row.state !== 'CANCELLED') {
    throw campaignState('Only a broadcast that has ended can be archived.');
  }
  if (!(await archiveCampaign(tx, id, archived))) return row;
  const after = await readCampaign(tx, id);
  await tellOfCampaign(tx, after);
  return after;
}
