import type { CampaignSchedule } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { findClock } from './clock-query.ts';
import { localTimeIn, spanOfLocalTime } from './recipient-time.ts';
import type { PlannedStart } from './repo.ts';

/**
 * When a broadcast with this schedule starts: by recipients' local time once the first clocks of the world show it,
 * since the recipients are known only then. @returns null when it has no time
 */
export async function plannedStart(
  tx: TenantTx,
  { channel_id: channelId, schedule }: { channel_id: string; schedule: CampaignSchedule },
): Promise<PlannedStart | null> {
  if ((schedule.at ?? null) === null) return null;
  return plannedStartIn((await findClock(tx, channelId)).time_zone, schedule);
}

/** The same by the account's time zone. */
export function plannedStartIn(zone: string, schedule: CampaignSchedule): PlannedStart | null {
  const at = schedule.at ?? null;
  if (at === null) return null;
  if ((schedule.recipient_zone ?? null) === null) return { at, local: null };
  const local = localTimeIn(zone, new Date(at));
  return { at: spanOfLocalTime(local).first.toISOString(), local };
}

/** Whether the time of a schedule has passed for all recipients. */
export async function isPassedForAll(tx: TenantTx, channelId: string, local: string): Promise<boolean> {
  return spanOfLocalTime(local).last < (await findClock(tx, channelId)).clock;
}
