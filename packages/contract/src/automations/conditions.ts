import { z } from 'zod';
import { id, optionalName } from '../core/primitives.ts';
import { adId } from '../inbox/ad-schema.ts';

export const matchModes = ['exact', 'contains', 'pattern'] as const;
export type MatchMode = (typeof matchModes)[number];

export const valueOperators = ['is', 'is_not', 'contains', 'is_set', 'is_empty', 'greater', 'less'] as const;

export const condition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('channel'), channel_ids: z.array(id).max(50) }),
  /** The working hours of the channel, or of the business where it has none. */
  z.strictObject({ kind: z.literal('hours'), open: z.boolean() }),
  z.strictObject({ kind: z.literal('list'), list_id: id.nullable(), is: z.boolean() }),
  z.strictObject({ kind: z.literal('label'), label_id: id.nullable(), is: z.boolean() }),
  z.strictObject({ kind: z.literal('assigned'), is: z.boolean() }),
  z.strictObject({
    kind: z.literal('value'),
    /** A variable of the run, else a custom field of the contact. */
    name: optionalName(40),
    operator: z.enum(valueOperators),
    value: z.string().max(200),
  }),
  /** The customer's message came from one of these ads or posts; without any, from one of all. */
  z.strictObject({
    kind: z.literal('ad'),
    ads: z.array(z.strictObject({ id: adId, title: z.string().max(200) })).max(50),
  }),
  /** The country of the phone number. */
  z.strictObject({ kind: z.literal('country'), codes: z.array(z.string().regex(/^[A-Z]{2}$/)).max(50) }),
  /** Of the contact's attribute, else of the script of the message; false while it is unknown. */
  z.strictObject({ kind: z.literal('language'), languages: z.array(z.string().regex(/^[a-z]{2,3}$/)).max(50) }),
  z.strictObject({
    kind: z.literal('text'),
    match: z.enum(matchModes),
    words: z.array(z.string().max(200)).max(50),
  }),
  /** The same contacts each time. */
  z.strictObject({ kind: z.literal('percentage'), percent: z.number().int().min(1).max(99) }),
]);
export type Condition = z.output<typeof condition>;

export const conditions = z.array(condition).max(10, 'At most 10 conditions.');
