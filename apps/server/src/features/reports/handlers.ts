import type { Report, ReportQuery } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { tableFile } from '../../platform/table-file/table-file.ts';
import { forceCustomPlans } from '../contacts/public.ts';
import { buildReport } from './build-report.ts';
import { findFacts } from './facts-query.ts';
import { type ReportInput, readContext, readPeriod } from './read-figures.ts';
import { inputOf } from './report-input.ts';
import { reportTable } from './report-table.ts';

export function reportsHandlers(platform: Platform): Handlers {
  const read = async (actor: MemberActor, query: ReportQuery): Promise<Report> => {
    const reading = <T>(fn: (tx: TenantTx) => Promise<T>) =>
      platform.db.withTenant(actor.clientId, fn, { readOnly: true });
    const input = inputOf(actor, query, await reading(findFacts));
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
