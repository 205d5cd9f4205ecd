type Categorized = { category: string | null } | null;

/** WhatsApp's categories, the one that costs most first. */
const order = ['MARKETING', 'AUTHENTICATION', 'UTILITY'];

/** Of the two messages of an A/B test the category whose rules and prices count for the whole broadcast. */
export function dearerCategory(a: Categorized, b: Categorized): string | null {
  const given = [a?.category ?? null, b?.category ?? null];
  return order.find((category) => given.includes(category)) ?? given.find((category) => category !== null) ?? null;
}

/** The other one: the least that a message may cost. */
export function cheaperCategory(a: Categorized, b: Categorized): string | null {
  if (b === null) return a?.category ?? null;
  const dearer = dearerCategory(a, b);
  return a?.category === dearer ? (b.category ?? dearer) : (a?.category ?? dearer);
}
