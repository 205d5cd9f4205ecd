import { nextOccurrence } from '@parley/contract/broadcast-repeat';
import type { CampaignSchedule } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { setCampaignState, setLocalStart } from './campaign-state-repo.ts';
import { findClock } from './clock-query.ts';
import { plannedStartIn } from './planned-start.ts';
import { setNextTime } from './series-repo.ts';

type Scheduled = { channel_id: string; schedule: CampaignSchedule };

/** Whether a broadcast is recurring: it is not sent itself, its due times make broadcasts. */
export function isSeries({ schedule }: { schedule: CampaignSchedule }): boolean {
  return (schedule.repeat ?? null) !== null;
}

/** A recurring broadcast with its next due time by the channel's clock. */
export async function withNextTime<S extends Scheduled>(tx: TenantTx, series: S): Promise<S> {
  const { repeat = null } = series.schedule;
  const { time_zone: zone, clock } = await findClock(tx, series.channel_id);
  const next = repeat === null ? null : nextOccurrence(repeat, zone, clock.getTime());
  if (next === null) throw new AppError('campaign_state', { message: 'This broadcast has no due time.' });
  return { ...series, schedule: { ...series.schedule, at: next.at } };
}

/** Stores the next due time and waits for it. @param series locked, with that time; publish it after this call */
export async function scheduleSeries(tx: TenantTx, series: Scheduled & { id: string }): Promise<void> {
  const { time_zone: zone } = await findClock(tx, series.channel_id);
  const start = plannedStartIn(zone, series.schedule);
  const at = series.schedule.at ?? null;
  if (start === null || at === null) throw new Error('a recurring broadcast without its next time');
  await setNextTime(tx, series.id, at);
  await setLocalStart(tx, series.id, start.local);
  await setCampaignState(tx, series.id, 'SCHEDULED', null, start.at);
}
