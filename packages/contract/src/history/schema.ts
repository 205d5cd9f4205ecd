import { z } from 'zod';
import { ourText } from '../core/our-text.ts';
import { id, nameText, timestamp, timeZone } from '../core/primitives.ts';

/** Tools that are read by their API. */
export const historyTools = ['chatwoot', 'respond_io', 'wati'] as const;

/** What a file is: the chat export of a phone, or conversations in Parley’s own format; or the tool that is read. */
export const historyFormats = ['chat_export', 'parley', ...historyTools] as const;

export const historyStates = [
  'uploading',
  'reading',
  'ready',
  'running',
  'paused',
  'tried',
  'done',
  'failed',
  'cancelled',
  'undoing',
  'undone',
] as const;

/** The order of day and month in the dates of a chat export. */
export const dateOrders = ['day_first', 'month_first', 'year_first'] as const;

/** What a chat export does not say by itself. */
export const chatSettings = z.strictObject({
  /** The customer’s number, with country code. */
  phone_number: z.string().trim().min(5).max(40).nullable(),
  /** Names in the chat that are our side; all others are the customer. */
  own_names: z.array(z.string().max(300)).max(200),
  date_order: z.enum(dateOrders),
  /** Of the phone that made the export. */
  time_zone: timeZone,
});
export type ChatSettings = z.output<typeof chatSettings>;

/** A tool that is read by its API. */
export const historySource = z.strictObject({
  tool: z.enum(historyTools),
  /** Where it runs. */
  url: z.string(),
  /** The name of the account there, where the tool says it. */
  account: z.string(),
  /** What conversations come by. `api`: may be WhatsApp by another provider; `other`: is not WhatsApp and can’t be chosen. */
  inboxes: z.array(
    z.strictObject({
      id: z.number().int(),
      name: z.string(),
      kind: z.enum(['whatsapp', 'api', 'other']),
      /** Null: the tool does not say. */
      conversations: z.number().int().nullable(),
      chosen: z.boolean(),
    }),
  ),
  /** Conversations of the chosen inboxes that were read. */
  read: z.number().int(),
  /** The tool asked to be called again then. */
  waiting_until: timestamp.nullable(),
});

/** How many of each kind. */
export const historyCounts = z.strictObject({
  contacts: z.number().int(),
  threads: z.number().int(),
  messages: z.number().int(),
  notes: z.number().int(),
  files: z.number().int(),
  replies: z.number().int(),
});
export type HistoryCounts = z.output<typeof historyCounts>;

export const historyImport = z.strictObject({
  id,
  name: z.string(),
  state: z.enum(historyStates),
  /** Null until the file is read. */
  format: z.enum(historyFormats).nullable(),
  /** The number whose conversations they become. */
  channel_id: id,
  received_bytes: z.number().int(),
  /** Of a chat export, once it is read. */
  chat: z
    .strictObject({
      title: z.string(),
      /** Who wrote how many messages, most first. */
      names: z.array(z.strictObject({ name: z.string(), messages: z.number().int() })),
      /** Whether the dates of the file leave no doubt. */
      date_order_certain: z.boolean(),
      /** The first and the last date as they stand in the file. */
      first_date: z.string(),
      last_date: z.string(),
      settings: chatSettings,
    })
    .nullable(),
  /** Null for a file. */
  source: historySource.nullable(),
  /** It stops after the first conversations. */
  trial: z.boolean(),
  /** What the file has; grows while it is read. */
  found: historyCounts,
  imported: historyCounts,
  /** Of one that is done or was tried, when it is read alone: whether it made conversations and all of them are done. */
  all_done: z.boolean().optional(),
  /** Messages, notes and saved replies that were there already, from an earlier import or from WhatsApp. */
  known: z.number().int(),
  /** What was left out, by reason. */
  skipped: z.array(z.strictObject({ reason: z.string(), count: z.number().int() })),
  /** Messages, notes and saved replies of the file that are settled: imported, known or skipped. */
  done: z.number().int(),
  per_s: z.number().nullable(),
  remaining_s: z.number().nullable(),
  error: ourText().nullable(),
  /** Until when it can be undone; null: not now. */
  undo_until: timestamp.nullable(),
  created_by: z.string(),
  created_at: timestamp,
  ended_at: timestamp.nullable(),
});
export type HistoryImport = z.output<typeof historyImport>;

export const createHistoryImportBody = z.strictObject({
  id: id.optional(),
  name: nameText,
  channel_id: id,
  /** Without it a file follows. */
  source: z
    .strictObject({
      tool: z.enum(historyTools),
      /** Where it runs; default, for a tool that everybody uses at one address, that. */
      url: z.string().trim().min(1).max(500).optional(),
      /** Its access token: of an administrator, or of the workspace or account. It is deleted when the import ends. */
      key: z
        .string()
        .overwrite((text) => text.trim().replace(/^bearer\s+/i, ''))
        .min(1)
        .max(4_000),
    })
    .optional(),
});

export const startHistoryImportBody = z.strictObject({
  trial: z.boolean().default(false),
  /** Of a tool: the inboxes whose conversations are imported; default those of WhatsApp. */
  inbox_ids: z.array(z.number().int()).max(50).optional(),
});

export const skippedHistory = z.strictObject({
  /** Where it stands: the line of a file. */
  place: z.string(),
  reason: ourText(),
  /** Its first characters. */
  sample: z.string(),
});
