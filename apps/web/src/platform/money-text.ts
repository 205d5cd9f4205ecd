import { formatsInUse } from './formats.ts';

/** An amount of money as the user's region writes it: `€1.50`, `1,50 €`. @param currency ISO 4217 */
export function moneyText(amount: number, currency: string, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(formatsInUse().money, { style: 'currency', currency, ...options }).format(amount);
}
