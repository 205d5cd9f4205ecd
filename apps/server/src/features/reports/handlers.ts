import type { Report, ReportQuery } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { tableFile } from '../../platform/table-file/table-file.ts';
import { forceCustomPlans } from '../contacts/public.ts';
import { visibilityOf } from '../team/public.ts';
import { buildReport } from './build-report.ts';
import { daysBefore, daysOf } from './days.ts';
import { findFacts, type ReportFacts } from './facts-query.ts';
import { type ReportInput, readContext, readPeriod } from './read-figures.ts';
import { scopeFor } from './report-scope.ts';
import { reportTable } from './report-table.ts';

export function reportsHandlers(platform: Platform): Handlers {
  const read = async (actor: MemberActor, query: ReportQuery): Promise<Report> => {
    const reading = <T>(fn: (tx: TenantTx) => Promise<T>) =>
      platform.db.withTenant(actor.clientId, fn, { readOnly: true });
    const { today, channels, ...facts } = await reading(findFacts);
    const { time_zone: timeZone, rolled_before: rolledBefore, counted_at: countedAt } = facts;
    const { from, to, period } = query;
    const days = from === undefined || to === undefined ? daysOf(period, today) : { from, to };
    const { chosen, sandbox } = channelsOf(actor, channels, query.channel_id);
    const scope = scopeFor(actor, query, {
      ...{ days, timeZone, rolledBefore, countedAt, recount: facts.recount },
      channelIds: chosen.map(({ id }) => id),
    });
    const input = { scope, before: { ...scope, days: daysBefore(days) }, channels: chosen, sandbox };
    // Two halves that take about as long, at once: a year of a large account is read in half the time.
    const half = <T>(fn: (tx: TenantTx, of: ReportInput) => Promise<T>) =>
      reading(async (tx) => {
        await tx.rows(forceCustomPlans);
        return fn(tx, input);
      });
    const [figures, context] = await Promise.all([half(readPeriod), half(readContext)]);
    return buildReport(input, figures, context);
  };
  return {
    'GET /api/reports': async ({ actor }, { query }) => ({ status: 200, body: await read(actor, query) }),
    'GET /api/reports/export': async ({ actor }, { query: { format, delimiter, ...query } }) => {
      const report = await read(actor, query);
      async function* rows() {
        yield reportTable(report);
      }
      return tableFile(`report-${report.from}-${report.to}`, { format, delimiter }, rows());
    },
  };
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
