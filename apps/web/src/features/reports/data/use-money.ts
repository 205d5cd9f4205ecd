import { moneyText } from '../../../platform/money-text.ts';

/** Amounts of messages, whose prices have parts of a cent: small ones are shown with them. */
export function useMoney(): (amount: number, currency: string) => string {
  return messageMoney;
}

/** What was billed minus what was expected, with as many digits as the larger of the two is shown with. */
export function differenceText(expected: number, billed: number, currency: string): string {
  const most = Math.max(expected, billed);
  const digits = 2 - Math.floor(Math.log10(most));
  const small = most > 0 && most < 1 ? { minimumFractionDigits: digits, maximumFractionDigits: digits } : {};
  return moneyText(billed - expected, currency, { signDisplay: 'negative', ...small });
}

const precise = { maximumSignificantDigits: 3, roundingPriority: 'morePrecision' } as const;

function messageMoney(amount: number, currency: string): string {
  return moneyText(amount, currency, amount !== 0 && Math.abs(amount) < 1 ? precise : {});
}
