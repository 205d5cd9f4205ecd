import type { Report, ReportQuery } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Platform } from '../../platform/platform.ts';
import { forceCustomPlans } from '../contacts/public.ts';
import type { MemberViewer } from '../team/public.ts';
import { buildReport } from './build-report.ts';
import { findFacts } from './facts-query.ts';
import { type ReportInput, readContext, readPeriod } from './read-figures.ts';
import { inputOf } from './report-input.ts';

/**
 * The figures that a member may read.
 * @param lastDay the day with which periods end
 * @throws AppError for a User who asks about another member
 */
export async function readReport(
  platform: Platform,
  reader: MemberViewer & { clientId: string },
  query: ReportQuery,
  lastDay: 'today' | 'yesterday' = 'today',
): Promise<Report> {
  const reading = <T>(fn: (tx: TenantTx) => Promise<T>) =>
    platform.db.withTenant(reader.clientId, fn, { readOnly: true });
  const input = inputOf(reader, query, await reading(findFacts), lastDay);
  // Two halves that take about as long, at once: a year of a large account is read in half the time.
  const half = <T>(fn: (tx: TenantTx, of: ReportInput) => Promise<T>) =>
    reading(async (tx) => {
      await tx.rows(forceCustomPlans);
      return fn(tx, input);
    });
  const [figures, context] = await Promise.all([half(readPeriod), half(readContext)]);
  return buildReport(input, figures, context);
}
