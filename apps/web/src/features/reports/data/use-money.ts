import { moneyText } from '../../../platform/money-text.ts';

/** Amounts of messages, whose prices have parts of a cent: small ones are shown with them. */
export function useMoney(): (amount: number, currency: string) => string {
  return messageMoney;
}

const precise = { maximumSignificantDigits: 3, roundingPriority: 'morePrecision' } as const;

function messageMoney(amount: number, currency: string): string {
  return moneyText(amount, currency, amount !== 0 && Math.abs(amount) < 1 ? precise : {});
}
