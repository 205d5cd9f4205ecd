import { anniversariesOn, nextOccurrence } from '@parley/contract/broadcast-repeat';
import { dayTimeIn } from '@parley/contract/local-time';
import type { CampaignAudience } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { Parameters } from '../../contacts/public.ts';
import { findTemplateSnapshot, resolveAudience } from '../audience/audience.ts';
import { sampleAudience } from '../audience/audience-query.ts';
import { addCampaignChange, campaignStateError, getCampaign, lockVisibleCampaign } from '../campaigns/campaigns.ts';
import { saveTemplateSnapshot, setCampaignState, setLocalStart } from '../core/campaign-state-repo.ts';
import { findClock } from '../core/clock-query.ts';
import { addCampaignEvent } from '../core/event-repo.ts';
import { plannedStartIn } from '../core/planned-start.ts';
import type { CampaignRow } from '../core/repo.ts';
import { insertOccurrence } from '../core/series-repo.ts';
import { isSeries, scheduleSeries } from '../core/series-schedule.ts';
import { dearerCategory } from '../costs/dearer-category.ts';
import { beginSending, publishCampaign, systemAuthor } from './commands.ts';

const longestName = 200;

/**
 * Makes the broadcast of a due time and waits for the next one. Of several times that passed while no server ran only
 * the last one is made up for. The key of series and local time lets each time make one at most.
 * @param series locked, SCHEDULED; it was due when it was listed
 */
export async function runSeries(tx: TenantTx, series: CampaignRow): Promise<void> {
  const { repeat = null } = series.schedule;
  const first = series.schedule.at ?? null;
  if (repeat === null || first === null) return;
  const { time_zone: zone, clock } = await findClock(tx, series.channel_id);
  const startOf = (at: string) => plannedStartIn(zone, { ...series.schedule, at })?.at ?? at;
  // Another process took this time while the row was waited for.
  if (Date.parse(startOf(first)) > clock.getTime()) return;
  let [due, missed] = [first, 0];
  let next = nextOccurrence(repeat, zone, Date.parse(due));
  while (next !== null && Date.parse(startOf(next.at)) <= clock.getTime()) {
    due = next.at;
    missed += 1;
    next = nextOccurrence(repeat, zone, Date.parse(due));
  }
  const made = await makeOccurrence(tx, series, zone, due);
  if (made !== null) await addCampaignEvent(tx, series.id, 'repeated', systemAuthor, { campaign_id: made, missed });
  if (next === null) throw new Error('a recurring broadcast without a next time');
  await scheduleSeries(tx, { ...series, schedule: { ...series.schedule, at: next.at } });
  await publishCampaign(tx, series.id);
}

/** @returns the id of the broadcast; null when the day reaches nobody, or has made one already */
async function makeOccurrence(tx: TenantTx, series: CampaignRow, zone: string, at: string): Promise<string | null> {
  const { repeat, ...schedule } = { ...series.schedule, at };
  const local = dayTimeIn(zone, Date.parse(at));
  const audience: CampaignAudience =
    repeat?.every === 'date'
      ? { ...series.audience, on_day: { field: repeat.field, days: anniversariesOn(local.day) } }
      : series.audience;
  if (repeat?.every === 'date' && !(await reachesAnyone(tx, { ...series, audience }))) return null;
  const id = newId();
  const made = await insertOccurrence(tx, {
    id,
    seriesId: series.id,
    name: `${series.name.slice(0, longestName - local.day.length - 3)} - ${local.day}`,
    audience,
    schedule,
    occurrence: `${local.day}T${local.time}`,
  });
  if (!made) return null;
  await addCampaignEvent(tx, id, 'created', systemAuthor);
  await saveTemplateSnapshot(tx, id);
  await setLocalStart(tx, id, plannedStartIn(zone, schedule)?.local ?? null);
  await beginSending(tx, id, systemAuthor);
  await addCampaignChange(tx, await getCampaign(tx, id), 'NEW');
  return id;
}

/** Whether the audience has a recipient today. One whose field was deleted is made, and says so. */
async function reachesAnyone(tx: TenantTx, row: CampaignRow): Promise<boolean> {
  try {
    const templateB = await findTemplateSnapshot(tx, row.ab_test?.template_id ?? null);
    const category = dearerCategory(await findTemplateSnapshot(tx, row.template_id), templateB);
    const { resolved } = await resolveAudience(tx, row.viewer, row, category, row.audience.phone_numbers ?? []);
    return (await sampleAudience(tx, resolved, new Parameters(tx.clientId), 'p.reason is null', 1)).length > 0;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

/** Ends a recurring broadcast; what it made stays. @throws AppError not_found, campaign_state */
export async function endSeries(tx: TenantTx, actor: AccountActor, id: string): Promise<CampaignRow> {
  const row = await lockVisibleCampaign(tx, actor, id);
  if (row.state === 'CANCELLED' && isSeries(row)) return row;
  if (!isSeries(row) || (row.state !== 'SCHEDULED' && row.state !== 'PAUSED')) {
    throw campaignStateError('Only a recurring broadcast that is scheduled or paused can be ended.');
  }
  await setCampaignState(tx, id, 'CANCELLED');
  await addCampaignEvent(tx, id, 'cancelled', actor.author);
  return publishCampaign(tx, id);
}
