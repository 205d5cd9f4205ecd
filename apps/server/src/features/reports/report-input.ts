import type { ReportQuery } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { visibilityOf } from '../team/public.ts';
import { daysBefore, daysOf } from './days.ts';
import type { ReportFacts } from './facts-query.ts';
import type { ReportInput } from './read-figures.ts';
import { scopeFor } from './report-scope.ts';

/** What a query asks about, for the member who asks. @throws AppError for a User who asks about another member */
export function inputOf(
  actor: MemberActor,
  query: ReportQuery,
  { today, channels, ...facts }: ReportFacts,
): ReportInput {
  const { time_zone: timeZone, rolled_before: rolledBefore, counted_at: countedAt, recount } = facts;
  const { from, to, period } = query;
  const days = from === undefined || to === undefined ? daysOf(period, today) : { from, to };
  const { chosen, sandbox } = channelsOf(actor, channels, query.channel_id);
  const channelIds = chosen.map(({ id }) => id);
  const scope = scopeFor(actor, query, { days, timeZone, rolledBefore, countedAt, recount, channelIds });
  return { scope, before: { ...scope, days: daysBefore(days) }, channels: chosen, sandbox };
}

/**
 * The visible channels that a report is about: the chosen one, else all that are not of the sandbox; of the sandbox only
 * where there is no other. A channel that does not exist or is not visible has no figures.
 */
function channelsOf(actor: MemberActor, all: ReportFacts['channels'], channelId: string | undefined) {
  const view = visibilityOf(actor);
  const visible = all.filter(({ id }) => view.canSeeChannel(id));
  const real = visible.filter(({ sandbox }) => !sandbox);
  const chosen =
    channelId === undefined ? (real.length > 0 ? real : visible) : visible.filter(({ id }) => id === channelId);
  return { chosen, sandbox: chosen.some(({ sandbox }) => sandbox) };
}
