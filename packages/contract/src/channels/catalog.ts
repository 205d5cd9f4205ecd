import { z } from 'zod';

/**
 * The catalogue of products that is connected to a number's WhatsApp Business account. `is_visible`, `is_cart_enabled`:
 * whether customers see it in the chat, and can order from it; null where WhatsApp does not say.
 */
export const catalog = z.strictObject({
  id: z.string(),
  name: z.string(),
  is_visible: z.boolean().nullable(),
  is_cart_enabled: z.boolean().nullable(),
});
export type Catalog = z.output<typeof catalog>;

/** Whether a number has a catalogue; `no_permission`: its token may not read it, `unreachable`: WhatsApp did not answer. */
export const catalogState = z.strictObject({
  state: z.enum(['connected', 'none', 'no_permission', 'unreachable']),
  catalog: catalog.nullable(),
});
export type CatalogState = z.output<typeof catalogState>;

/** `retailer_id`: the article's number, by which messages and orders name it. `price` with its currency, as WhatsApp writes it. */
export const catalogProduct = z.strictObject({
  retailer_id: z.string(),
  name: z.string(),
  description: z.string(),
  price: z.string().nullable(),
  is_available: z.boolean(),
});
export type CatalogProduct = z.output<typeof catalogProduct>;

/** `after`: the `next_after` of the page before. */
export const catalogProductsQuery = z.strictObject({
  q: z.string().trim().max(100, 'At most 100 characters.').optional(),
  after: z.string().min(1).max(4_096).optional(),
});
