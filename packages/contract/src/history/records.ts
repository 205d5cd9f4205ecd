import { z } from 'zod';
import { fieldMap } from '../contacts/schema.ts';
import { phoneInput } from '../core/primitives.ts';
import { replyText } from '../templates/schema.ts';

/*
 * Parley’s own format of conversations: one JSON object a line, in a file `history.jsonl` alone or in a zip beside the
 * files that it names. Described in docs/features/history.md.
 */

const at = z.iso.datetime({ offset: true });
/** As the tool that wrote the file knows it: the same id is imported once. */
const sourceId = z.string().min(1).max(300);
/** Who wrote it. With the email address of a member it is theirs, otherwise the name is shown. */
const author = z.strictObject({ name: z.string().max(300), email: z.string().max(300).optional() });

export const historyFile = z.strictObject({
  /** Its path in the zip; of a tool that is read by its API the address. */
  path: z.string().min(1).max(2_000),
  /** The name that the message shows; default the last part of the path. */
  name: z.string().max(300).optional(),
  voice: z.boolean().optional(),
});

export const historyRecord = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('contact'),
    phone_number: phoneInput,
    name: z.string().max(300).default(''),
    /** Values of custom fields by name. */
    fields: fieldMap.optional(),
  }),
  z.strictObject({
    type: z.literal('saved_reply'),
    shortcut: replyText.shortcut,
    name: replyText.name.optional(),
    text: replyText.body,
  }),
  z.strictObject({
    type: z.literal('conversation'),
    phone_number: phoneInput,
    state: z.enum(['ACTIVE', 'DONE']).default('DONE'),
    labels: z.array(z.string().min(1).max(100)).max(50).default([]),
  }),
  z.strictObject({
    type: z.literal('message'),
    phone_number: phoneInput,
    id: sourceId.optional(),
    /** WhatsApp’s id, `wamid.…`, where it is known: the message is not imported again when WhatsApp sends it. */
    provider_message_id: z.string().min(1).max(300).optional(),
    at,
    direction: z.enum(['INCOMING', 'OUTGOING']),
    author: author.optional(),
    status: z.enum(['failed', 'sent', 'delivered', 'read']).optional(),
    text: z.string().max(65_536).optional(),
    file: historyFile.optional(),
    location: z
      .strictObject({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        name: z.string().max(1_000).optional(),
        address: z.string().max(1_000).optional(),
      })
      .optional(),
    /** The `id` of the message that it quotes. */
    quoted_id: sourceId.optional(),
  }),
  z.strictObject({
    type: z.literal('note'),
    phone_number: phoneInput,
    id: sourceId.optional(),
    at,
    author: author.optional(),
    text: z.string().min(1).max(20_000),
  }),
]);
export type HistoryRecord = z.output<typeof historyRecord>;
