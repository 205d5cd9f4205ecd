import type { DryRun, RunStep } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { findRates, listVolumes, rateFinder, replyCostOf } from '../reports/public.ts';

/**
 * What the messages of a dry run would cost by the account's rates, once what is free is used.
 * @returns null: the account has no rates, or nothing would be sent
 */
export async function costOf(
  tx: TenantTx,
  threadId: string,
  phone: string | null,
  steps: readonly RunStep[],
): Promise<DryRun['cost']> {
  const sent = steps.filter(({ outcome }) => ['sent', 'asked', 'retried'].includes(outcome));
  const { currency, rates } = await findRates(tx);
  if (currency === null || sent.length === 0) return null;
  const { free, today } = await replyCostOf(tx, threadId, null);
  if (free?.reason === 'ad') return { currency, messages: sent.length, amount: 0, without_rate: 0 };
  const priceOf = rateFinder(rates, await listVolumes(tx, rates));
  const digits = (phone ?? '').replaceAll(/\D/g, '').slice(0, 4);
  const prices = sent.map(({ detail }) => {
    const category = typeof detail['category'] === 'string' ? detail['category'] : 'service';
    return priceOf({ category, digits, day: today })?.price ?? null;
  });
  return {
    ...{ currency, messages: sent.length, without_rate: prices.filter((price) => price === null).length },
    amount: Math.round(prices.reduce<number>((all, price) => all + (price ?? 0), 0) * 1e6) / 1e6,
  };
}
