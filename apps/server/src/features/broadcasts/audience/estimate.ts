import type { PriceEstimate } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { Parameters } from '../../contacts/public.ts';
import { countryOf } from '../../reports/public.ts';
import type { CampaignRow } from '../core/repo.ts';
import { type SourcedVariable, sourcedVariables } from '../core/variables.ts';
import { budgetUse, requireBudget } from '../costs/budget.ts';
import { findDays, saveStartEstimate, sumDelivered } from '../costs/costs-repo.ts';
import { dearerCategory } from '../costs/dearer-category.ts';
import { findPrices, type Planned, type Prices, rounded } from '../costs/prices.ts';
import { findSettings } from '../costs/settings-repo.ts';
import { findTemplateSnapshot, resolveAudience } from './audience.ts';
import { type AudienceFigures, countAudience } from './audience-query.ts';
import { missingValueTest } from './missing-value-query.ts';

/** Fewer tell nothing about the next broadcast. */
const fewestSent = 100;

/** Recipients by the digits that rates distinguish. */
function receiving(rows: readonly AudienceFigures[]) {
  return rows.flatMap(({ reason, area, sample, n, lacking }) =>
    reason === null && n > lacking ? [{ digits: area ?? '', sample, count: n - lacking }] : [],
  );
}

const plannedOf = (rows: readonly AudienceFigures[], category: string): Planned[] =>
  receiving(rows).map(({ digits, count }) => ({ category, digits, n: count }));

function highOf(rows: readonly AudienceFigures[], category: string, prices: Prices): number {
  return rounded(
    receiving(rows).reduce((all, { digits, count }) => all + count * (prices.of({ category, digits }) ?? 0), 0),
  );
}

type Checked = {
  category: string | null;
  /** The least it may be billed as: the other message of an A/B test. */
  lowCategory: string | null;
  /** When it starts; null: now. */
  at: string | null;
  sandbox: boolean;
};

/** What the recipients of an audience check would cost. */
export async function estimatePrice(
  tx: TenantTx,
  rows: readonly AudienceFigures[],
  { category, lowCategory, at, sandbox }: Checked,
): Promise<PriceEstimate | null> {
  if (category === null) return null;
  const prices = await findPrices(tx, (await findDays(tx, at)).day, plannedOf(rows, category));
  const { delivered, sent } = await sumDelivered(tx);
  const share = sent < fewestSent ? null : delivered / sent;
  const billedAs = category.toLowerCase();
  const countries = new Map<string, PriceEstimate['by_country'][number]>();
  let withoutRate = 0;
  for (const { digits, sample, count } of receiving(rows)) {
    const price = prices.of({ category: billedAs, digits });
    const least = Math.min(
      price ?? 0,
      prices.of({ category: (lowCategory ?? category).toLowerCase(), digits }) ?? price ?? 0,
    );
    if (price === null) withoutRate += count;
    const country = sample === null ? 'ZZ' : countryOf(digits, sample);
    // What has no rate stands beside the rest of its country.
    const key = `${country} ${price === null}`;
    const line = countries.get(key) ?? { country, category: billedAs, count: 0, low: null, high: null };
    const high = price === null ? null : rounded((line.high ?? 0) + count * price);
    const low = high === null ? null : rounded((line.low ?? 0) + count * least * (share ?? 1));
    countries.set(key, { ...line, count: line.count + count, low, high });
  }
  const lines = [...countries.values()].sort((a, b) => (b.high ?? -1) - (a.high ?? -1) || b.count - a.count);
  const priced = lines.some(({ high }) => high !== null);
  const high = rounded(lines.reduce((all, line) => all + (line.high ?? 0), 0));
  return {
    currency: prices.currency,
    low: priced ? rounded(lines.reduce((all, line) => all + (line.low ?? 0), 0)) : null,
    high: priced ? high : null,
    delivered_percent: share === null ? null : Math.round(share * 1_000) / 10,
    rates_from: prices.ratesFrom(),
    without_rate: prices.currency === null ? 0 : withoutRate,
    sandbox,
    by_country: lines,
    budget: sandbox ? null : await budgetUse(tx, high, at),
  };
}

/**
 * Counts the audience before a broadcast is started: someone must be left to send to now, and the budget must be enough.
 * What it is expected to cost is stored.
 * @param row locked, and complete
 * @param isPlanned it starts later, with the audience of then
 * @throws AppError campaign_not_ready, budget_exceeded
 */
export async function checkAudienceAtStart(tx: TenantTx, row: CampaignRow, isPlanned: boolean): Promise<void> {
  await saveStartEstimate(tx, row.id, null);
  const hasBudget = (await findSettings(tx)).monthly_budget !== null;
  if (isPlanned && !hasBudget) return;
  const template = await findTemplateSnapshot(tx, row.template_id);
  const templateB = await findTemplateSnapshot(tx, row.ab_test?.template_id ?? null);
  const category = dearerCategory(template, templateB);
  const typed = row.audience.phone_numbers ?? [];
  const { resolved, channel } = await resolveAudience(tx, row.viewer, row, category, typed);
  const parameters = new Parameters(tx.clientId);
  const variables = [
    ...sourcedVariables(template, row.variables),
    ...sourcedVariables(templateB, row.ab_test?.variables ?? {}, 'B'),
  ];
  const missing = variables.map(({ source }) => missingValueTest(source, resolved, parameters));
  const rows = await countAudience(tx, resolved, parameters, missing, null);
  if (!isPlanned) requireRecipients(rows, variables);
  if (!hasBudget || channel?.sandbox !== false) return;
  const at = row.schedule.at ?? null;
  const prices = await findPrices(tx, (await findDays(tx, at)).day, plannedOf(rows, category ?? ''));
  const high = highOf(rows, category ?? '', prices);
  await requireBudget(tx, high, at);
  await saveStartEstimate(tx, row.id, high);
}

/** @throws AppError('campaign_not_ready') when everyone is excluded */
function requireRecipients(rows: readonly AudienceFigures[], variables: readonly SourcedVariable[]): void {
  if (receiving(rows).length > 0) return;
  const lacking = variables.filter((_variable, at) => rows.some(({ missing }) => (missing[at] ?? 0) > 0));
  const data =
    lacking.length > 0
      ? lacking.map(({ variable: { key, name }, variant }) => ({
          field: `${variant === 'B' ? 'ab_test.' : ''}variables.${key}`,
          msg: `No recipient has a value for ${name}. Choose another source, or a text to use instead.`,
        }))
      : [{ field: 'audience', msg: 'No one is left to send to: everyone in this audience is excluded.' }];
  throw new AppError('campaign_not_ready', { data });
}
