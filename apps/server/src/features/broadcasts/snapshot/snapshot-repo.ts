import type { AbVariant } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { AudienceRow } from '../audience/audience-query.ts';
import { type CampaignRow, lockCampaign } from '../core/repo.ts';

/** Progress of the snapshot: contacts by id, typed numbers by position, rows of the file, numbers of an earlier broadcast. */
export type SnapshotProgress = {
  stage: 'contacts' | 'numbers' | 'file' | 'strangers';
  after: string;
  at: number;
  /** The last recipient number given. */
  n: number;
  /** Recipients to send to so far, and how many of them are in the first share, when there is one. */
  queued?: number;
  first?: number;
  /** Recipients that have their place in an A/B test so far. */
  tested?: number;
};

const read = statement(
  'broadcasts.read_snapshot_cursor',
  'select snapshot_cursor from campaigns where client_id = $1 and id = $2',
);

/** Locks a broadcast for one page. @returns null when there is no snapshot to take (any more) */
export async function lockSnapshotPage(
  tx: TenantTx,
  id: string,
): Promise<{ row: CampaignRow; progress: SnapshotProgress | null } | null> {
  const row = await lockCampaign(tx, id);
  if (row === null || !row.preparing || (row.state !== 'RUNNING' && row.state !== 'PAUSED')) return null;
  const [stored] = await tx.rows<{ snapshot_cursor: SnapshotProgress | null }>(read, [tx.clientId, id]);
  return { row, progress: stored?.snapshot_cursor ?? null };
}

const move = statement(
  'broadcasts.save_snapshot_progress',
  'update campaigns set snapshot_cursor = $3::jsonb where client_id = $1 and id = $2',
);
export async function saveSnapshotProgress(tx: TenantTx, id: string, progress: SnapshotProgress): Promise<void> {
  await tx.run(move, [tx.clientId, id, JSON.stringify(progress)]);
}

const end = statement(
  'broadcasts.finish_snapshot',
  `update campaigns c set preparing = false, snapshot_cursor = null, version = version + 1, total = (
     select coalesce(sum(k.n), 0) from campaign_counters k
     where k.client_id = $1 and k.campaign_id = $2 and k.state not in ('REPLIED', 'TAPPED', 'OPTED_OUT'))
   where c.client_id = $1 and c.id = $2`,
);
/** The snapshot is complete: sending may begin. */
export async function finishSnapshot(tx: TenantTx, id: string): Promise<void> {
  await tx.run(end, [tx.clientId, id]);
}

const deleteRecipients = statement(
  'broadcasts.undo_recipients',
  'delete from campaign_recipients where client_id = $1 and campaign_id = $2',
);
const forgetCounters = statement(
  'broadcasts.undo_counters',
  'delete from campaign_counters where client_id = $1 and campaign_id = $2',
);
const forgetAbCounters = statement(
  'broadcasts.undo_ab_counters',
  'delete from campaign_ab_counters where client_id = $1 and campaign_id = $2',
);
const forgetMinutes = statement(
  'broadcasts.undo_minutes',
  'delete from campaign_minutes where client_id = $1 and campaign_id = $2',
);
const forgetCosts = statement(
  'broadcasts.undo_costs',
  'delete from campaign_costs where client_id = $1 and campaign_id = $2',
);
const backToDraft = statement(
  'broadcasts.return_to_draft',
  `update campaigns set state = 'DRAFT', preparing = false, snapshot_cursor = null, total = null, template = null, ab_template = null, ab_winner = null,
     ab_choice = null, start_at = null,
     local_start = null, share_state = null, rest_at = null, started_at = null, version = version + 1
   where client_id = $1 and id = $2`,
);
/** The snapshot failed: the broadcast is a draft again, and nothing was sent. */
export async function undoSnapshot(tx: TenantTx, id: string): Promise<void> {
  await tx.run(deleteRecipients, [tx.clientId, id]);
  await tx.run(forgetCounters, [tx.clientId, id]);
  await tx.run(forgetMinutes, [tx.clientId, id]);
  await tx.run(forgetAbCounters, [tx.clientId, id]);
  await tx.run(forgetCosts, [tx.clientId, id]);
  await tx.run(backToDraft, [tx.clientId, id]);
}

const insert = statement(
  'broadcasts.insert_recipients',
  `insert into campaign_recipients (client_id, campaign_id, n, recipient_key, contact_id, phone_number, to_user_id, name, "values", state,
     reason, due_at, time_zone, share, variant, values_b, digits)
   select $1, $2, $3 + x.ord, x.recipient_key, x.contact_id, x.phone_number, x.user_id, x.name, x."values", x.state, x.reason,
     coalesce(x.due_at, '-infinity'), x.time_zone, coalesce(x.share, 0), x.variant, x.values_b, left(coalesce(x.phone_number, ''), 4)
   from jsonb_to_recordset($4::jsonb) as x(ord int, recipient_key text, contact_id uuid, phone_number text, user_id text, name text,
     "values" jsonb, state text, reason text, due_at timestamptz, time_zone text, share smallint, variant text, values_b jsonb)
   on conflict (client_id, campaign_id, recipient_key) do nothing`,
);

export type NewRecipient = Omit<AudienceRow, 'custom_fields' | 'cells'> & {
  values: Record<string, string>;
  state: 'QUEUED' | 'SKIPPED';
  due_at?: string;
  time_zone?: string;
  /** 1: not in the first share. */
  share?: 0 | 1;
  variant?: AbVariant;
  /** Values of variant B, while it is open which variant they get. */
  values_b?: Record<string, string>;
};

/** Inserts a page of recipients. @param after the last position taken @returns how many were inserted */
export function insertRecipients(
  tx: TenantTx,
  campaignId: string,
  after: number,
  recipients: readonly NewRecipient[],
): Promise<number> {
  const rows = recipients.map((recipient, at) => ({ ord: at + 1, ...recipient }));
  return tx.run(insert, [tx.clientId, campaignId, after, JSON.stringify(rows)]);
}
