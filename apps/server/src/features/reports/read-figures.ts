import type { Report } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { getClient } from '../accounts/public.ts';
import { listAds } from './ads-query.ts';
import { countBacklog } from './backlog-query.ts';
import { listBacklog } from './backlog-series-query.ts';
import { listBroadcasts } from './broadcasts-query.ts';
import { listCharges } from './charges-query.ts';
import { listCounts } from './counts-query.ts';
import { listNames, type ReportFacts } from './facts-query.ts';
import { rateFinder } from './rate-finder.ts';
import { findRates } from './rates-repo.ts';
import { countAsked, listRatingCounts } from './ratings-query.ts';
import type { ReportScope } from './report-scope.ts';
import { spendOf } from './sum-spend.ts';
import { sumTimes } from './sum-times.ts';
import { listDistributions } from './times-query.ts';
import { listVolumes } from './volumes-query.ts';
import { countWindows } from './windows-query.ts';

/** The period before, of the same length, is read with the period. */
export type ReportInput = {
  scope: ReportScope;
  before: ReportScope;
  channels: ReportFacts['channels'];
  /** Its channels are of the sandbox. */
  sandbox: boolean;
};

export type PeriodFigures = Awaited<ReturnType<typeof readPeriod>>;
/** What was received, sent and answered in the period, and how it was rated. */
export async function readPeriod(tx: TenantTx, { scope }: ReportInput) {
  const counts = await listCounts(tx, scope);
  const times = sumTimes(await listDistributions(tx, scope, true), true);
  const ratings = await listRatingCounts(tx, scope);
  const namedIds = [...times, ...ratings].flatMap(({ by, key }) =>
    (by === 'member' || by === 'group') && key !== null ? [key] : [],
  );
  return { counts, times, ratings, names: await listNames(tx, namedIds) };
}

export type ContextFigures = Awaited<ReturnType<typeof readContext>>;
/** The period before, and what does not depend on messages and replies. */
export async function readContext(tx: TenantTx, { scope, before, channels, sandbox }: ReportInput) {
  const backlog = await countBacklog(tx, scope);
  const backlogSeries = await listBacklog(tx, scope, backlog.open);
  const countsBefore = await listCounts(tx, before);
  const timesBefore = sumTimes(await listDistributions(tx, before, false), false);
  const ratingsBefore = await listRatingCounts(tx, before);
  const windows = await countWindows(tx, scope);
  const windowsBefore = await countWindows(tx, before);
  const asked = await countAsked(tx, scope);
  const ads = { currency: (await getClient(tx)).currency, by_ad: await listAds(tx, scope) };
  const filtered = scope.memberId !== undefined || scope.groupId !== undefined;
  const broadcasts = filtered ? null : await listBroadcasts(tx, scope, sandbox);
  const spend =
    filtered || scope.view.assigneeId !== null || !scope.seesMembers
      ? null
      : await readSpend(tx, scope, before, channels);
  return {
    ...{ backlog, backlogSeries, countsBefore, timesBefore, ratingsBefore },
    ...{ windows, windowsBefore, asked, ads, broadcasts, spend },
  };
}

async function readSpend(
  tx: TenantTx,
  scope: ReportScope,
  before: ReportScope,
  channels: ReportFacts['channels'],
): Promise<Report['spend']> {
  const rates = await findRates(tx);
  const rateOf = rateFinder(rates.rates, await listVolumes(tx, rates.rates));
  const spend = spendOf(await listCharges(tx, scope), rates, rateOf, channels);
  return { ...spend, before: spendOf(await listCharges(tx, before), rates, rateOf, channels).amount };
}
