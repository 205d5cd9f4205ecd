import { z } from 'zod';
import { id, version } from '../core/primitives.ts';

/** `provider`: the account's AI provider; `server`: the engine that the operator set up. */
export const transcriptionEngines = ['off', 'provider', 'server'] as const;
export type TranscriptionEngine = (typeof transcriptionEngines)[number];

/** Longer recordings are not written down. */
export const longestTranscribedS = 30 * 60;

const chosen = {
  engine: z.enum(transcriptionEngines),
  model: z.string().trim().max(200, 'At most 200 characters.'),
  /** Voice notes of customers as they arrive; otherwise when a member asks. */
  automatic: z.boolean(),
  /** What a minute costs, in the currency of the provider. */
  minute_price: z.number().min(0, 'At least 0.').max(1_000, 'At most 1,000.'),
  monthly_minutes: z.number().int().min(1, 'At least 1.').max(100_000, 'At most 100,000.'),
};

export const transcriptionSettings = z.strictObject({
  ...chosen,
  /** Of this month (UTC), calls under way included. */
  used_minutes: z.number().int().nonnegative(),
  server_engine: z.boolean(),
  /** What is sent with a recording; null without a provider. */
  provider: z.strictObject({ url: z.string(), model: z.string(), currency: z.string(), consent_id: id }).nullable(),
  /** False: the provider was changed since an Admin agreed, and nothing is sent. */
  agreed: z.boolean(),
  version,
});
export type TranscriptionSettings = z.infer<typeof transcriptionSettings>;

export const putTranscriptionBody = z.strictObject({
  ...chosen,
  /** Needed for the provider: of what was looked at and agreed to. */
  consent_id: id.optional(),
});
