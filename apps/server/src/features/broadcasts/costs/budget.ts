import type { CampaignSchedule, PriceEstimate } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { findDays, listCosts, listCostsOfMonth, sumStartEstimates } from './costs-repo.ts';
import { findPrices, type Prices, rounded, sumCosts } from './prices.ts';
import { findSettings, lockSettings, type Settings } from './settings-repo.ts';

const monthOf = (day: string) => `${day.slice(0, 8)}01`;

/** What the month of a day has cost: billed and open, and `all` with what waits and what is planned. */
async function monthCosts(tx: TenantTx, { day, today }: { day: string; today: string }, prices: Prices) {
  const month = monthOf(day);
  const isCurrent = month === monthOf(today);
  const rows = await listCostsOfMonth(tx, month, isCurrent);
  const sent = sumCosts(
    rows.filter(({ kind }) => kind !== 'waiting'),
    prices,
  );
  const waiting = sumCosts(
    rows.filter(({ kind }) => kind === 'waiting'),
    prices,
  );
  return { month, sent, all: rounded(sent + waiting + (await sumStartEstimates(tx, month, isCurrent))) };
}

/** How much of the current month's budget is used. */
export async function findUsed(tx: TenantTx): Promise<number> {
  const days = await findDays(tx, null);
  return (await monthCosts(tx, days, await findPrices(tx, days.today))).all;
}

/** @param high the most that the broadcast costs @param at when it starts; null: now */
export async function budgetUse(
  tx: TenantTx,
  high: number,
  at: string | null,
  settings?: Settings,
): Promise<PriceEstimate['budget']> {
  const { monthly_budget: budget, warn_percent, start_over_budget } = settings ?? (await findSettings(tx));
  if (budget === null) return null;
  const days = await findDays(tx, at);
  const { month, all: used } = await monthCosts(tx, days, await findPrices(tx, days.day));
  const after = used + high;
  const state = after > budget ? 'exceeded' : after >= (budget * warn_percent) / 100 ? 'warning' : 'within';
  return { budget, used, warn_percent, month, state, start_over_budget };
}

/**
 * Refuses to start a broadcast that may exceed the budget. The settings stay locked, so that two cannot start at once with
 * what is left for one. The message names no amounts: not everybody who starts broadcasts sees them.
 * @throws AppError('budget_exceeded')
 */
export async function requireBudget(tx: TenantTx, high: number, at: string | null): Promise<void> {
  const settings = await lockSettings(tx);
  if (settings.start_over_budget) return;
  if ((await budgetUse(tx, high, at, settings))?.state !== 'exceeded') return;
  throw new AppError('budget_exceeded', {
    message: 'This broadcast may exceed the monthly budget. An Admin can raise the budget in the business settings.',
  });
}

type Priced = { phone_number: string | null };
type Budgeted = { id: string; schedule: CampaignSchedule };
export type WithinBudget<R> = {
  recipients: R[] /** Which budget is too small for the next one. */;
  used: 'budget' | 'own_budget' | null;
};

/**
 * The first recipients for whom the budget of this month and that of the broadcast are enough. Until commit no other
 * transaction spends of them.
 * @param categoryOf the category of the recipient's template
 */
export async function withinBudget<R extends Priced>(
  tx: TenantTx,
  { id, schedule }: Budgeted,
  categoryOf: (recipient: R) => string | null,
  recipients: readonly R[],
): Promise<WithinBudget<R>> {
  const { monthly_budget: monthly } = await lockSettings(tx);
  const own = schedule.budget ?? null;
  if (monthly === null && own === null) return { recipients: [...recipients], used: null };
  const days = await findDays(tx, null);
  const prices = await findPrices(tx, days.today);
  let left = monthly === null ? Number.POSITIVE_INFINITY : monthly - (await monthCosts(tx, days, prices)).sent;
  let ownLeft = own === null ? Number.POSITIVE_INFINITY : own - (await sentCosts(tx, id, prices));
  for (const [at, recipient] of recipients.entries()) {
    const digits = (recipient.phone_number ?? '').slice(0, 4);
    const price = prices.of({ category: categoryOf(recipient) ?? '', digits }) ?? 0;
    [left, ownLeft] = [rounded(left - price), rounded(ownLeft - price)];
    if (left < 0 || ownLeft < 0) {
      return { recipients: recipients.slice(0, at), used: left < 0 ? 'budget' : 'own_budget' };
    }
  }
  return { recipients: [...recipients], used: null };
}

/** What a broadcast has cost: billed, and sent with an unknown result. */
async function sentCosts(tx: TenantTx, campaignId: string, prices: Prices): Promise<number> {
  const rows = await listCosts(tx, campaignId);
  return sumCosts(
    rows.filter(({ kind }) => kind === 'billed' || kind === 'open'),
    prices,
  );
}

/**
 * Refuses a budget that is not enough for the next recipient: the broadcast would pause again at once.
 * @throws AppError('validation_failed') without amounts: not everybody who resumes broadcasts sees them
 */
export async function requireOwnRoom(tx: TenantTx, campaignId: string, budget: number): Promise<void> {
  await lockSettings(tx);
  const prices = await findPrices(tx, (await findDays(tx, null)).today);
  const least = rounded((await sentCosts(tx, campaignId, prices)) + (await dearestNext(tx, campaignId, prices)));
  if (least <= budget) return;
  throw invalid('budget', 'The broadcast has cost about as much already. Enter a higher budget.');
}

/** The most that the next recipient may cost. */
async function dearestNext(tx: TenantTx, campaignId: string, prices: Prices): Promise<number> {
  const waiting = (await listCosts(tx, campaignId)).filter(({ kind }) => kind === 'waiting');
  return Math.max(0, ...waiting.map((row) => prices.of(row) ?? 0));
}

/**
 * Refuses to resume a broadcast while the budget is not enough for its next recipient.
 * @throws AppError('budget_exceeded')
 */
export async function requireRoom(tx: TenantTx, campaignId: string): Promise<void> {
  const { monthly_budget: budget } = await lockSettings(tx);
  if (budget === null) return;
  const days = await findDays(tx, null);
  const prices = await findPrices(tx, days.today);
  if ((await monthCosts(tx, days, prices)).sent + (await dearestNext(tx, campaignId, prices)) <= budget) return;
  throw new AppError('budget_exceeded', {
    message: 'The monthly budget for broadcasts is used. Resume the broadcast once an Admin has raised it.',
  });
}
