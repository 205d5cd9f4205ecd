import type { Report, ReportQuery } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Platform } from '../../platform/platform.ts';
import { forceCustomPlans } from '../contacts/public.ts';
import { type MemberViewer, visibilityOf } from '../team/public.ts';
import { buildReport } from './build-report.ts';
import { addDays, daysBefore, daysOf } from './days.ts';
import { findFacts, type ReportFacts } from './facts-query.ts';
import { type ReportInput, readContext, readPeriod } from './read-figures.ts';
import { type ReportScope, scopeFor } from './report-scope.ts';

/** The member whose figures these are. */
export type ReportReader = MemberViewer & { clientId: string };

/**
 * The figures that a member may read.
 * @param lastDay the day with which periods end
 * @throws AppError for a User who asks about another member
 */
export async function readReport(
  platform: Platform,
  reader: ReportReader,
  query: ReportQuery,
  lastDay: 'today' | 'yesterday' = 'today',
): Promise<Report> {
  const reading = <T>(fn: (tx: TenantTx) => Promise<T>) =>
    platform.db.withTenant(reader.clientId, fn, { readOnly: true });
  const { scope, chosen, sandbox } = await reading((tx) => findScope(tx, reader, query, lastDay));
  const input = { scope, before: { ...scope, days: daysBefore(scope.days) }, channels: chosen, sandbox };
  // Two halves that take about as long, at once: a year of a large account is read in half the time.
  const half = <T>(fn: (tx: TenantTx, of: ReportInput) => Promise<T>) =>
    reading(async (tx) => {
      await tx.rows(forceCustomPlans);
      return fn(tx, input);
    });
  const [figures, context] = await Promise.all([half(readPeriod), half(readContext)]);
  return buildReport(input, figures, context);
}

/**
 * What a member asks about: days, channels, and how figures of these are read.
 * @throws AppError for a User who asks about another member
 */
export async function findScope(
  tx: TenantTx,
  reader: ReportReader,
  query: ReportQuery,
  lastDay: 'today' | 'yesterday' = 'today',
): Promise<{ scope: ReportScope; chosen: ReportFacts['channels']; sandbox: boolean }> {
  const { today, channels, ...facts } = await findFacts(tx);
  const { time_zone: timeZone, rolled_before: rolledBefore, counted_at: countedAt } = facts;
  const { from, to, period } = query;
  const last = lastDay === 'today' ? today : addDays(today, -1);
  const days = from === undefined || to === undefined ? daysOf(period, last) : { from, to };
  const { chosen, sandbox } = channelsOf(reader, channels, query.channel_id);
  const scope = scopeFor(reader, query, {
    ...{ days, timeZone, rolledBefore, countedAt, recount: facts.recount },
    channelIds: chosen.map(({ id }) => id),
  });
  return { scope, chosen, sandbox };
}

/**
 * The visible channels that a report is about: the chosen one, else all that are not of the sandbox; of the sandbox only
 * where there is no other. A channel that does not exist or is not visible has no figures.
 */
function channelsOf(reader: ReportReader, all: ReportFacts['channels'], channelId: string | undefined) {
  const view = visibilityOf(reader);
  const visible = all.filter(({ id }) => view.canSeeChannel(id));
  const real = visible.filter(({ sandbox }) => !sandbox);
  const chosen =
    channelId === undefined ? (real.length > 0 ? real : visible) : visible.filter(({ id }) => id === channelId);
  return { chosen, sandbox: chosen.some(({ sandbox }) => sandbox) };
}
