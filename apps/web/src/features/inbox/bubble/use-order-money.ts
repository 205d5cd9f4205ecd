import { useLingui } from '@lingui/react/macro';
import { moneyText } from '../../../platform/money-text.ts';

/** An amount of an order; its currency may be anything. */
export function useOrderMoney(): (amount: number, currency: string) => string {
  const { i18n } = useLingui();
  return (amount, currency) =>
    /^[A-Z]{3}$/.test(currency) ? moneyText(amount, currency) : `${i18n.number(amount)} ${currency}`.trim();
}
