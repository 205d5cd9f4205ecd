import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { type CampaignRow, lockCampaign } from './repo.ts';

/** How far the writing down has come: contacts by id, then typed numbers by place, then strangers of an earlier one. */
export type FreezeProgress = {
  stage: 'contacts' | 'numbers' | 'strangers';
  after: string;
  at: number;
  /** The last place that was given. */
  n: number;
};

const read = statement('campaigns_frozen', 'select frozen from campaigns where client_id = $1 and id = $2');

/** Holds a broadcast for one page. @returns null when nobody is to be written down (any more) */
export async function beginPage(
  tx: TenantTx,
  id: string,
): Promise<{ row: CampaignRow; progress: FreezeProgress | null } | null> {
  const row = await lockCampaign(tx, id);
  if (row === null || !row.freezing || (row.state !== 'RUNNING' && row.state !== 'PAUSED')) return null;
  const [kept] = await tx.rows<{ frozen: FreezeProgress | null }>(read, [tx.clientId, id]);
  return { row, progress: kept?.frozen ?? null };
}

const move = statement(
  'campaigns_freeze_on',
  'update campaigns set frozen = $3::jsonb where client_id = $1 and id = $2',
);
export async function noteProgress(tx: TenantTx, id: string, progress: FreezeProgress): Promise<void> {
  await tx.run(move, [tx.clientId, id, JSON.stringify(progress)]);
}

const end = statement(
  'campaigns_frozen_now',
  `update campaigns c set freezing = false, frozen = null, version = version + 1, total = (
     select coalesce(sum(k.n), 0) from campaign_counters k
     where k.client_id = $1 and k.campaign_id = $2 and k.state not in ('REPLIED', 'TAPPED', 'OPTED_OUT'))
   where c.client_id = $1 and c.id = $2`,
);
/** Everybody is written down: sending may begin. */
export async function endFreeze(tx: TenantTx, id: string): Promise<void> {
  await tx.run(end, [tx.clientId, id]);
}

const forgetPeople = statement(
  'campaign_recipients_undo',
  'delete from campaign_recipients where client_id = $1 and campaign_id = $2',
);
const forgetCounters = statement(
  'campaign_counters_undo',
  'delete from campaign_counters where client_id = $1 and campaign_id = $2',
);
const backToDraft = statement(
  'campaigns_back_to_draft',
  `update campaigns set state = 'DRAFT', freezing = false, frozen = null, total = null, template = null, start_at = null,
     started_at = null, version = version + 1
   where client_id = $1 and id = $2`,
);
/** Its people could not be written down: it is a draft again, and nobody was sent anything. */
export async function undoFreeze(tx: TenantTx, id: string): Promise<void> {
  await tx.run(forgetPeople, [tx.clientId, id]);
  await tx.run(forgetCounters, [tx.clientId, id]);
  await tx.run(backToDraft, [tx.clientId, id]);
}
