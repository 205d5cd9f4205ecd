import { z } from 'zod';
import { ourText } from '../core/our-text.ts';
import { id, nameOf, nameText, optionalName, timestamp, version } from '../core/primitives.ts';
import { helpTextImportLimits } from './help-text-limits.ts';

const count = z.number().int().nonnegative();
const filled = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most, `At most ${most.toLocaleString('en')} characters.`);

/** What may be sent to the provider; each is switched on by itself. `answers`: help texts are part of reply drafts. */
export const aiFunctions = ['reply', 'answers', 'summary', 'translation', 'intent', 'assistant'] as const;
export const aiFunction = z.enum(aiFunctions);
export type AiFunction = z.infer<typeof aiFunction>;
/** What a member starts, or agrees to for automations (`intent`) and the AI assistant; help texts go with a reply. */
export const aiActions = ['reply', 'summary', 'translation', 'intent', 'assistant'] as const;
export const aiAction = z.enum(aiActions);
export type AiAction = z.infer<typeof aiAction>;

/** Languages by their BCP 47 tag. */
export const aiLanguage = z
  .string()
  .max(35)
  .refine((tag) => {
    try {
      return Intl.getCanonicalLocales(tag).length === 1;
    } catch {
      return false;
    }
  }, 'This is not a language.');

/** What a member may use, and what they agreed to send. */
export const aiStatus = z.strictObject({
  functions: z.array(aiFunction),
  /** Where texts are sent; null when nothing is set up. */
  provider: z.strictObject({ host: z.string(), model: z.string(), consent_id: id }).nullable(),
  /** Agreed to for this provider and model. */
  consented: z.array(aiAction),
  /** Whether recordings can be written down. */
  transcription: z.boolean(),
  /** The language that the member chose last for translations. */
  language: z.string().nullable(),
});
export type AiStatus = z.infer<typeof aiStatus>;

export const consentBody = z.strictObject({
  action: aiAction,
  /** Of the status: what was agreed to is what is set now. */
  consent_id: id,
});

export const aiSettings = z.strictObject({
  base_url: z.string(),
  /** The end of the key. The key itself is never given. */
  key_end: z.string(),
  model: z.string(),
  functions: z.array(aiFunction),
  monthly_tokens: count,
  /** For a million tokens. */
  input_price: z.number().nonnegative(),
  output_price: z.number().nonnegative(),
  currency: z.string(),
  includes_names: z.boolean(),
  changed_by: z.string(),
  changed_at: timestamp,
  version,
});
export type AiSettings = z.infer<typeof aiSettings>;

const price = z.number().min(0, 'At least 0.').max(100_000, 'At most 100,000.');
export const putAiSettingsBody = z.strictObject({
  base_url: filled(500),
  /** Needed at the first time and with another address; absent: as it is. */
  api_key: filled(500).optional(),
  model: filled(200),
  functions: z.array(aiFunction).max(aiFunctions.length),
  monthly_tokens: z.number().int().min(1_000, 'At least 1,000.').max(10_000_000_000, 'At most 10,000,000,000.'),
  input_price: price,
  output_price: price,
  currency: z.string().regex(/^[A-Z]{3}$/, 'A currency code, such as EUR.'),
  includes_names: z.boolean(),
});

/** The body of a request as it is sent, readable. */
export const aiRequest = z.strictObject({
  url: z.string(),
  model: z.string(),
  messages: z.array(z.strictObject({ role: z.enum(['system', 'user']), content: z.string() })),
});
export type AiRequest = z.infer<typeof aiRequest>;
export const aiPreview = z.strictObject({ consent_id: id, request: aiRequest });
export const aiExample = z.strictObject({ action: aiAction, request: aiRequest });
export type AiExample = z.infer<typeof aiExample>;

/** What a customer may want, as an automation describes it. */
export const previewIntentsBody = z.strictObject({
  intents: z
    .array(z.strictObject({ name: optionalName(40), about: z.string().max(300) }))
    .min(1)
    .max(10),
});

export const aiTest = z.strictObject({
  ok: z.boolean(),
  model: z.string(),
  duration_ms: count,
  /** What went wrong and what to do. */
  problem: ourText().nullable(),
  /** The provider's own words. */
  detail: z.string().nullable(),
});
export type AiTest = z.infer<typeof aiTest>;

export const aiFailures = [
  'key_refused',
  'rate_limited',
  'not_found',
  'rejected',
  'provider_error',
  'timeout',
  'private_address',
  'unreachable',
  'unusable_answer',
  'interrupted',
] as const;
export type AiFailure = (typeof aiFailures)[number];

const spent = z.strictObject({
  calls: count,
  failed: count,
  input_tokens: count,
  output_tokens: count,
  costs: z.array(z.strictObject({ currency: z.string(), amount: z.number().nonnegative() })),
});
export const aiUsage = z.strictObject({
  last_24h: spent,
  /** The calendar month in UTC. */
  month: spent,
  /** Tokens of calls that are under way; they count towards the limit. */
  reserved_tokens: count,
  monthly_tokens: count,
  /** Failed calls of the last 24 hours by reason, most frequent first. */
  failures: z.array(z.strictObject({ reason: z.enum(aiFailures), count })),
});
export type AiUsage = z.infer<typeof aiUsage>;

/** What a help text was imported from: the address of a page, or the name of a file. */
export const helpTextSource = z.strictObject({
  kind: z.enum(['page', 'file']),
  name: z.string(),
});
export type HelpTextSource = z.infer<typeof helpTextSource>;

export const helpText = z.strictObject({
  id,
  title: z.string(),
  body: z.string(),
  /** null: written by hand. `edited`: changed by hand since. */
  source: helpTextSource.extend({ imported_at: timestamp, edited: z.boolean() }).nullable(),
  updated_by: z.string(),
  updated_at: timestamp,
  version,
});
export type HelpText = z.infer<typeof helpText>;
export const createHelpTextBody = z.strictObject({ id: id.optional(), title: nameText, body: filled(8_000) });
export const changeHelpTextBody = z.strictObject({
  title: nameText.optional(),
  body: filled(8_000).optional(),
  /** Of the text that was edited: someone else's change is not overwritten. */
  version,
});

export const previewHelpTextPageBody = z.strictObject({ url: z.string().trim().min(1).max(2_000) });
export const helpTextPreview = z.strictObject({
  source: helpTextSource,
  /** In the order of the page or file, at most as many as an account has room for. */
  texts: z.array(
    z.strictObject({
      /** Names the section in its source; unique. */
      section: z.string(),
      title: z.string(),
      body: z.string(),
      /** There is a text of this section that was edited by hand: it stays, this one is not imported. */
      kept: z.boolean(),
    }),
  ),
  /** Sections without room. */
  left_out: count,
  /** Texts of this source that were not edited: an import replaces them. */
  replaces: count,
});
export type HelpTextPreview = z.infer<typeof helpTextPreview>;

export const importHelpTextsBody = z.strictObject({
  id: id.optional(),
  source: helpTextSource.extend({ name: nameOf(2_000) }),
  texts: z
    .array(z.strictObject({ section: nameText, title: nameText, body: filled(helpTextImportLimits.characters) }))
    .min(1)
    .max(helpTextImportLimits.texts)
    .refine((texts) => new Set(texts.map(({ section }) => section)).size === texts.length, 'A section is there twice.'),
});
/** Titles of texts that were edited by hand, and stayed. */
export const helpTextImport = z.strictObject({ imported: count, kept: z.array(z.string()) });
export type HelpTextImport = z.infer<typeof helpTextImport>;

export const aiDraft = z.strictObject({
  text: z.string(),
  /** The help text that was used, and its passage that fits best. */
  source: z.strictObject({ id, title: z.string(), passage: z.string() }).nullable(),
  /** Whether help texts were searched. */
  searched: z.boolean(),
});
export type AiDraft = z.infer<typeof aiDraft>;
export const aiSummary = z.strictObject({ text: z.string(), messages: count });
export type AiSummary = z.infer<typeof aiSummary>;
/** Default: the language of the member's last translation, then English. */
export const summarizeBody = z.strictObject({ language: aiLanguage.optional() });
export const translateBody = z.strictObject({ language: aiLanguage });
export const aiTranslation = z.strictObject({ text: z.string(), language: z.string() });
export type AiTranslation = z.infer<typeof aiTranslation>;
