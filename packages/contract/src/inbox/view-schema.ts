import { z } from 'zod';
import { id, nameOf, timestamp, version } from '../core/primitives.ts';
import { adId } from './ad-schema.ts';
import { threadStates } from './schema.ts';
import { threadSorts } from './thread-filter.ts';

const flag = z.enum(['true', 'false']).optional();

/** The conditions of `GET /api/threads` that are about the conversation itself. */
export const threadConditions = {
  state: z.enum(threadStates).optional(),
  /** `none`: neither assigned to a member nor to a group. */
  assignee: z.union([z.literal('me'), z.literal('none'), id]).optional(),
  assignee_group: id.optional(),
  channel_id: id.optional(),
  /** The reply window closes within two hours and the customer is waiting. */
  closing: flag,
  /** The reply was due and nobody answered. */
  overdue: flag,
  /** The last message was not sent. */
  failed: flag,
  snoozed: flag,
  /** For the caller; for an API key, not read by any member. */
  unread: flag,
  /** The customer wrote last. */
  waiting: flag,
  /** Last activity at this time or later, and before. */
  since: timestamp.optional(),
  until: timestamp.optional(),
  contact_list: id.optional(),
  /** `any`, or the id of an ad or post: the customer came from it. */
  ad: adId.optional(),
  /** With pictures, videos, recordings or documents. */
  media: z.literal('true').optional(),
  /** The name of a custom field of the contact: not empty, or equal to `field_value` in any case. */
  field: z.string().max(100).optional(),
  field_value: z.string().max(200).optional(),
  label: id.optional(),
  /** A stage of the board; `none`: in no stage. */
  stage: z.union([z.literal('none'), id]).optional(),
};

/** A view of the inbox that a member keeps: conditions as in `GET /api/threads`; `me` is the reader. */
export const savedView = z.strictObject({
  id,
  name: z.string(),
  shared: z.boolean(),
  owner_id: id,
  conditions: z.strictObject(threadConditions),
  sort: z.enum(threadSorts),
  version,
});
export type SavedView = z.output<typeof savedView>;

const viewName = nameOf(40);
const conditions = z.strictObject(threadConditions);
export const createViewBody = z.strictObject({
  id: id.optional(),
  name: viewName,
  shared: z.boolean().default(false),
  conditions,
  sort: z.enum(threadSorts).default('newest'),
});
export const changeViewBody = z.strictObject({
  name: viewName.optional(),
  shared: z.boolean().optional(),
  conditions: conditions.optional(),
  sort: z.enum(threadSorts).optional(),
});

/** An unsent text of the caller; empty when it was sent or deleted. */
export const draft = z.strictObject({
  thread_id: id,
  text: z.string(),
  quoted_id: id.nullable(),
  /** By the clock of the device that wrote it; the latest one is kept. */
  updated_at: z.string(),
});
export type Draft = z.output<typeof draft>;

export const putDraftBody = z.strictObject({
  text: z.string().max(8_192, 'At most 8,192 characters.'),
  quoted_id: id.nullable().default(null),
  updated_at: timestamp,
});

/** A draft that a member shares with everyone who sees the conversation. */
export const sharedDraft = z.strictObject({
  user_id: id,
  text: z.string(),
  quoted_id: id.nullable(),
  updated_at: z.string(),
  /** Changes with every change of the draft; name it when taking the draft over. */
  version,
  /** Whose shared draft its member took over. */
  taken_from: id.nullable(),
  /** `false`: was shared and taken over from the caller, and is not shared any more; its text is empty. */
  shared: z.boolean(),
});
export type SharedDraft = z.output<typeof sharedDraft>;

export const shareDraftBody = z.strictObject({ shared: z.boolean() });

export const takeOverDraftBody = z.strictObject({
  /** Whose shared draft, and as which version it was seen. */
  user_id: id,
  version,
  /** By the clock of the device, as of `PUT /api/threads/{id}/draft`. */
  updated_at: timestamp,
});
