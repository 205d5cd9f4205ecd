import { nameKey } from '@parley/contract/names';
import type { AudienceCheck, CampaignSchedule } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Parameters, TableContext } from '../../contacts/public.ts';
import { findClock } from '../core/clock-query.ts';
import { plannedStart } from '../core/planned-start.ts';
import { recipientZone, timeZoneNames, zoneTimes } from '../core/recipient-time.ts';
import type { AudienceFigures } from './audience-query.ts';

type Schedule = CampaignSchedule | undefined;

/** SQL of the time zone in a field of the contact `p`; null when no field of the account is chosen. */
export function ownZoneSql(schedule: Schedule, context: TableContext, parameters: Parameters): string | null {
  const name = schedule?.recipient_zone?.field ?? null;
  const field = name === null ? undefined : context.fields.get(nameKey(name));
  if (field === undefined || field.hidden || field.name !== name) return null;
  const value = `btrim(p.custom_fields->>${parameters.add(String(field.no))}::text)`;
  // Other texts are no zones: grouping by them would make a row for each.
  return `case when ${value} = any(${parameters.add(timeZoneNames)}::text[]) then ${value} end`;
}

/** Recipients by time zone, with when they are due. */
export async function zonesOf(
  tx: TenantTx,
  channelId: string,
  schedule: Schedule,
  rows: readonly AudienceFigures[],
): Promise<AudienceCheck['zones']> {
  const choice = schedule?.recipient_zone ?? null;
  const start =
    schedule === undefined || choice === null ? null : await plannedStart(tx, { channel_id: channelId, schedule });
  if (choice === null || start === null || start.local === null) return [];
  const { time_zone: accountZone, clock } = await findClock(tx, channelId);
  const counts = new Map<string, { count: number; unknown: number }>();
  for (const { reason, sample, own_zone: own, n, lacking } of rows) {
    if (reason !== null || n === lacking) continue;
    const known = recipientZone(sample, own ?? undefined);
    const before = counts.get(known ?? accountZone) ?? { count: 0, unknown: 0 };
    const more = n - lacking;
    counts.set(known ?? accountZone, {
      count: before.count + more,
      unknown: before.unknown + (known === null ? more : 0),
    });
  }
  const timeOf = zoneTimes({ local: start.local, passed: choice.passed, accountZone, clock });
  return [...counts]
    .map(([zone, count]) => ({ time_zone: zone, ...count, ...timeOf(zone) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.time_zone.localeCompare(b.time_zone))
    .map(({ at, clockChange, ...zone }) => ({ ...zone, at: at.toISOString(), clock_change: clockChange }));
}
