import { randomInt } from 'node:crypto';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { findClock } from '../core/clock-query.ts';
import { recipientZone, zoneTimes } from '../core/recipient-time.ts';
import type { CampaignRow } from '../core/repo.ts';
import type { NewRecipient, SnapshotProgress } from './snapshot-repo.ts';

/** A recipient with the value of the contact's field that holds a time zone. */
export type TurnInput = { recipient: NewRecipient; own: string | undefined };

/** Sets when recipients are due, if the broadcast leaves at their local time. */
export async function setDueTimes(tx: TenantTx, row: CampaignRow, turns: readonly TurnInput[]): Promise<void> {
  const choice = row.schedule.recipient_zone ?? null;
  if (choice === null || row.local_start === null) return;
  const { time_zone: accountZone, clock } = await findClock(tx, row.channel_id);
  const timeOf = zoneTimes({ local: row.local_start, passed: choice.passed, accountZone, clock });
  for (const { recipient, own } of turns) {
    if (recipient.state !== 'QUEUED') continue;
    const zone = recipientZone(recipient.phone_number, own) ?? accountZone;
    recipient.time_zone = zone;
    recipient.due_at = timeOf(zone).at.toISOString();
  }
}

/**
 * Chooses the first share at random within each page, so that with every page its part of those so far is exact.
 * @returns the progress with this page
 */
export function chooseFirstShare(
  row: CampaignRow,
  recipients: readonly NewRecipient[],
  { queued = 0, first = 0 }: Pick<SnapshotProgress, 'queued' | 'first'>,
): Pick<SnapshotProgress, 'queued' | 'first'> {
  const share = row.schedule.first_share ?? null;
  if (share === null) return {};
  const open = recipients.filter(({ state }) => state === 'QUEUED');
  const wanted = Math.ceil(((queued + open.length) * share.percent) / 100) - first;
  for (const recipient of open) recipient.share = 1;
  for (let taken = 0; taken < wanted && taken < open.length; taken += 1) {
    const at = randomInt(taken, open.length);
    const [here, chosen] = [open[taken], open[at]];
    if (here === undefined || chosen === undefined) break;
    open[taken] = chosen;
    open[at] = here;
    chosen.share = 0;
  }
  return { queued: queued + open.length, first: first + Math.max(0, Math.min(wanted, open.length)) };
}
