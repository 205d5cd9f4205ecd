/*
 * An order as WhatsApp sends it: a customer's message of the type `order`, read for the conversation and the contact's
 * orders alike. A customer's app can send anything: what is missing or malformed is left out.
 */

/** `price`: of one piece; null when there is none. `currency`: ISO 4217, as far as it is one. */
export type OrderLine = { article: string; quantity: number; price: number | null; currency: string };
export type Order = {
  lines: OrderLine[];
  pieces: number;
  /** One for each currency; null when an article has no price. */
  sums: Array<{ currency: string; amount: number }> | null;
};

export function readOrder(order: unknown): Order {
  const items = fieldsOf(order)['product_items'];
  const lines = (Array.isArray(items) ? items : []).map(fieldsOf).map((item): OrderLine => {
    const price = Number(item['item_price'] ?? Number.NaN);
    const quantity = Number(item['quantity']);
    return {
      article: textOf(item['product_retailer_id']),
      quantity: Number.isFinite(quantity) && quantity >= 1 ? quantity : 1,
      price: Number.isFinite(price) ? price : null,
      currency: textOf(item['currency']),
    };
  });
  const sums = new Map<string, number>();
  for (const { currency, price, quantity } of lines) {
    sums.set(currency, (sums.get(currency) ?? 0) + (price ?? 0) * quantity);
  }
  return {
    lines,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    sums: lines.some(({ price }) => price === null)
      ? null
      : [...sums].map(([currency, amount]) => ({ currency, amount: Math.round(amount * 1_000) / 1_000 })),
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
