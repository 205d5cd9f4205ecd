import { z } from 'zod';
import { ourText } from '../core/our-text.ts';
import { id, nameOf, pageQuery, timestamp, version } from '../core/primitives.ts';
import { maxScreenshotBytes } from '../media/limits.ts';

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most.toLocaleString('en')} characters.`);
const neededText = (most: number) => text(most).min(1);

export const severity = z.enum(['cosmetic', 'slows', 'blocks']);
export const reportState = z.enum(['received', 'in_progress', 'fixed', 'closed']);
export const destination = z.enum(['stored', 'email', 'webhook', 'forge', 'file']);
/** Forgejo includes Gitea, which has the same API. */
export const forgeKind = z.enum(['github', 'gitlab', 'forgejo']);

/** Something the page did before the report: a page shown, a call answered, an error. Never what was typed. */
export const clientEvent = z.strictObject({
  at: timestamp,
  kind: z.enum(['page', 'call', 'error', 'connection']),
  /** A route, or the name of an error. */
  what: text(300),
  /** Of calls: the status, 0 when no answer came. */
  status: z.number().int().min(0).max(599).optional(),
  request_id: text(100).optional(),
});

export const maxEvents = 50;

/** What the browser adds by itself, unless the reporter leaves it out. */
export const reportDetails = z.strictObject({
  page: text(300),
  thread_id: id.optional(),
  version: text(100),
  browser: text(400),
  language: text(50),
  time_zone: text(100),
  window: z.strictObject({ width: z.number().int(), height: z.number().int(), theme: z.enum(['light', 'dark']) }),
  connection: z.enum(['online', 'offline']),
  /** Of the newest calls, failed ones first. */
  request_ids: z.array(text(100)).max(20),
  events: z.array(clientEvent).max(maxEvents),
});

/** What of a conversation the reporter chose to include. */
export const reportConversation = z.strictObject({
  thread_id: id,
  contact: z.strictObject({ name: text(400), phone_number: text(40).nullable() }).optional(),
  messages: z
    .array(
      z.strictObject({
        at: timestamp,
        direction: z.enum(['INCOMING', 'OUTGOING']),
        type: text(50),
        text: text(5_000),
      }),
    )
    .max(20)
    .optional(),
});

export const maxScreenshots = 3;
const maxScreenshotChars = Math.ceil(maxScreenshotBytes / 3) * 4;
export const maxReportBytes = maxScreenshots * maxScreenshotChars + 500_000;

/** JPEG, PNG or WebP. */
const screenshot = z.strictObject({
  base64: z.base64('This picture can’t be read.').max(maxScreenshotChars, 'A screenshot can have at most 1.5 MB.'),
});

export const createBugReportBody = z.strictObject({
  id: id.optional(),
  what_happened: neededText(5_000),
  expected: text(5_000).optional(),
  severity,
  details: reportDetails.optional(),
  conversation: reportConversation.optional(),
  screenshots: z.array(screenshot).max(maxScreenshots, `At most ${maxScreenshots} screenshots.`).default([]),
  /** The member who works on it may reply to the reporter's email address. */
  may_reply: z.boolean(),
});

export const bugReport = z.strictObject({
  id,
  /** Counts within the account. */
  number: z.number().int(),
  /** The beginning of what happened. */
  title: z.string(),
  severity,
  state: reportState,
  state_note: z.string().nullable(),
  screenshots: z.number().int(),
  delivery: z.strictObject({
    destination,
    /** The email address, the host of the webhook, or the repository. */
    sent_to: z.string().nullable(),
    /** The page of its issue, once it was opened. */
    issue_url: z.string().nullable(),
    state: z.enum(['none', 'waiting', 'delivered', 'failed']),
    error: ourText().nullable(),
  }),
  created_by: id,
  created_at: timestamp,
  version,
});
export type BugReport = z.output<typeof bugReport>;

export const bugReportDetail = z.strictObject({
  ...bugReport.shape,
  what_happened: z.string(),
  expected: z.string().nullable(),
  details: reportDetails.nullable(),
  conversation: reportConversation.nullable(),
  reply_to: z.string().nullable(),
});
export type BugReportDetail = z.output<typeof bugReportDetail>;

export const bugReportQuery = z.strictObject({
  ...pageQuery.shape,
  /** `all` is for Admins and Owners. */
  of: z.enum(['me', 'all']).default('me'),
  state: reportState.optional(),
});

export const changeBugReportBody = z.strictObject({ state: reportState, state_note: text(300).nullable() }).partial();

export const feedbackSettings = z.strictObject({
  destination,
  /** Where reports go: the email address, the host of the webhook, or the repository; null: only stored, or files. */
  sent_to: z.string().nullable(),
  /** False: the reader of the email address has to enter the code sent to it before reports are. */
  email_confirmed: z.boolean(),
  /** Whether this server can write reports to files. */
  file_available: z.boolean(),
  /** For Admins and Owners; null for others and while none is set. */
  email: z.string().nullable(),
  webhook_url: z.string().nullable(),
  forge_kind: forgeKind.nullable(),
  forge_url: z.string().nullable(),
  forge_repository: z.string().nullable(),
});
export type FeedbackSettings = z.output<typeof feedbackSettings>;

export const changeFeedbackSettingsBody = z.strictObject({
  destination,
  email: z.email('This is not an email address.').max(254).optional(),
  webhook_url: text(500).optional(),
  forge_kind: forgeKind.optional(),
  forge_url: text(300).optional(),
  /** With its owner or groups: `kestrel/shop`. */
  forge_repository: text(200)
    .regex(/^[\w.-]+(?:\/[\w.-]+)+$/, 'Enter the owner and the name, such as kestrel/shop.')
    .optional(),
  /** Needed when the kind or the address changes. Never returned. */
  forge_token: text(500).optional(),
});

/** As typed: digits with spaces are read too. */
export const confirmEmailBody = z.strictObject({
  code: text(20)
    .transform((typed) => typed.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'The code has six digits.')),
});

/** `webhook_secret` (`whsec_…`) is shown only here, when a webhook is set. */
export const changedFeedbackSettings = z.strictObject({
  ...feedbackSettings.shape,
  webhook_secret: z.string().nullable(),
});

export const requestState = z.enum(['open', 'planned', 'doing', 'shipped', 'declined', 'duplicate']);
export type RequestState = z.output<typeof requestState>;

export const createFeatureRequestBody = z.strictObject({
  id: id.optional(),
  title: nameOf(120),
  /** What is hard or impossible today. */
  problem: neededText(3_000),
  idea: text(3_000).optional(),
});

export const featureRequest = z.strictObject({
  id,
  title: z.string(),
  problem: z.string(),
  idea: z.string().nullable(),
  state: requestState,
  state_note: z.string().nullable(),
  duplicate_of: z.strictObject({ id, title: z.string() }).nullable(),
  votes: z.number().int(),
  voted: z.boolean(),
  created_by: id,
  created_at: timestamp,
  version,
});
export type FeatureRequest = z.output<typeof featureRequest>;

export const featureRequestQuery = z.strictObject({
  ...pageQuery.shape,
  /** Requests with any of these words, those with most of them first; a single page. */
  search: text(200).optional(),
  state: requestState.optional(),
});

export const changeFeatureRequestBody = z
  .strictObject({
    state: requestState,
    state_note: text(300).nullable(),
    /** The request that gets the votes; needed for the state `duplicate`. */
    duplicate_of: id,
  })
  .partial();
