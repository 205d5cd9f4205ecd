import { z } from 'zod';
import { ourText } from '../core/our-text.ts';
import { id, nameText, phoneDigits } from '../core/primitives.ts';
import { readImportBody } from '../imports/schema.ts';
import { campaignFileLimits } from './file-limits.ts';

const place = z
  .number()
  .int()
  .min(0)
  .max(campaignFileLimits.columns - 1);

/** A file of recipients for one broadcast; its columns can fill variables. */
export const campaignFile = z.strictObject({
  id,
  name: z.string(),
  /** `mapping`: read, but the column of the phone numbers has to be chosen. */
  state: z.enum(['uploading', 'reading', 'mapping', 'ready', 'failed']),
  format: z.string().nullable(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  has_header: z.boolean(),
  received_bytes: z.number().int(),
  columns: z.array(z.strictObject({ name: z.string(), samples: z.array(z.string()) })),
  /** Positions in `columns`. */
  phone_column: z.number().int().nullable(),
  code_column: z.number().int().nullable(),
  name_column: z.number().int().nullable(),
  rows: z.number().int(),
  /** Rows with a number, without a valid one, and with the number of an earlier row. */
  good: z.number().int(),
  invalid: z.number().int(),
  duplicates: z.number().int(),
  error: ourText().nullable(),
  /** Its rows were deleted: the broadcast started a week ago. */
  purged: z.boolean(),
  created_by: z.string(),
  created_at: z.string(),
});
export type CampaignFile = z.output<typeof campaignFile>;

export const createCampaignFileBody = z.strictObject({ id: id.optional(), name: nameText });

/** Left out: as before, or as the file itself shows. */
export const readCampaignFileBody = z.strictObject({
  ...readImportBody.shape,
  phone_column: place.optional(),
  /** The country of numbers without one. */
  code_column: place.nullable().optional(),
  /** The name of recipients who are no contacts yet. */
  name_column: place.nullable().optional(),
});
export type ReadCampaignFileBody = z.output<typeof readCampaignFileBody>;

export const campaignFileRow = z.strictObject({
  row: z.number().int(),
  kind: z.enum(['good', 'invalid', 'duplicate']),
  phone_number: phoneDigits.nullable(),
  values: z.array(z.string()),
  /** What is wrong with its number. */
  problem: ourText().nullable(),
  /** The earlier row with its number. */
  first_row: z.number().int().nullable(),
});
export type CampaignFileRow = z.output<typeof campaignFileRow>;
