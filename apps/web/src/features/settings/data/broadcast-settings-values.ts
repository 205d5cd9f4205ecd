/** A typed amount with at most two decimals, with a point or comma; null: none. */
export function amountOf(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) return null;
  const amount = Number(text);
  return amount > 0 ? amount : null;
}

/** A typed whole number from 1 to a limit; null: none. */
export function wholeOf(typed: string, most: number): number | null {
  const text = typed.trim();
  if (!/^\d{1,4}$/.test(text)) return null;
  const number = Number(text);
  return number >= 1 && number <= most ? number : null;
}
