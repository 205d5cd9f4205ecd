import type { ReportQuery } from '@parley/contract/types';
import { type MemberViewer, visibilityOf } from '../team/public.ts';
import { addDays, daysBefore, daysOf } from './days.ts';
import type { ReportFacts } from './facts-query.ts';
import type { ReportInput } from './read-figures.ts';
import { scopeFor } from './report-scope.ts';

/**
 * What a query asks about, for the member who asks.
 * @param lastDay the day with which periods end
 * @throws AppError for a User who asks about another member
 */
export function inputOf(
  reader: MemberViewer,
  query: ReportQuery,
  { today, channels, ...facts }: ReportFacts,
  lastDay: 'today' | 'yesterday' = 'today',
): ReportInput {
  const { time_zone: timeZone, rolled_before: rolledBefore, counted_at: countedAt, recount } = facts;
  const { from, to, period } = query;
  const last = lastDay === 'today' ? today : addDays(today, -1);
  const days = from === undefined || to === undefined ? daysOf(period, last) : { from, to };
  const { chosen, sandbox } = channelsOf(reader, channels, query.channel_id);
  const channelIds = chosen.map(({ id }) => id);
  const scope = scopeFor(reader, query, { days, timeZone, rolledBefore, countedAt, recount, channelIds });
  return { scope, before: { ...scope, days: daysBefore(days) }, channels: chosen, sandbox };
}

/**
 * The visible channels that a report is about: the chosen one, else all that are not of the sandbox; of the sandbox only
 * where there is no other. A channel that does not exist or is not visible has no figures.
 */
function channelsOf(reader: MemberViewer, all: ReportFacts['channels'], channelId: string | undefined) {
  const view = visibilityOf(reader);
  const visible = all.filter(({ id }) => view.canSeeChannel(id));
  const real = visible.filter(({ sandbox }) => !sandbox);
  const chosen =
    channelId === undefined ? (real.length > 0 ? real : visible) : visible.filter(({ id }) => id === channelId);
  return { chosen, sandbox: chosen.some(({ sandbox }) => sandbox) };
}
