import { z } from 'zod';

/*
 * What is used of Chatwoot's answers. Shapes: swagger and app/views/api/v1 of github.com/chatwoot/chatwoot, November 2026.
 */

const text = z.string().nullish();
const number = z.number().int();

export const profileShape = z.object({
  accounts: z.array(z.object({ id: number, name: text, role: text })),
});

export const inboxesShape = z.object({
  payload: z.array(z.object({ id: number, name: text, channel_type: text, medium: text })),
});

export const agentsShape = z.array(z.object({ id: number, email: text }));

const contact = z.object({
  name: text,
  phone_number: text,
  custom_attributes: z.record(z.string(), z.unknown()).nullish(),
});
export type ChatwootContact = z.output<typeof contact>;

export const attributesShape = z.array(
  z.object({ attribute_key: text, attribute_display_name: text, attribute_model: text }),
);

export const cannedShape = z.array(z.object({ short_code: text, content: text }));

export const contactsShape = z.object({ payload: z.array(contact) });

const conversation = z.object({
  /** The number in the account, as addresses have it. */
  id: number,
  status: text,
  labels: z.array(z.string()).nullish(),
  meta: z.object({ sender: contact.nullish() }),
});
export type ChatwootConversation = z.output<typeof conversation>;
export const conversationsShape = z.object({
  data: z.object({ meta: z.object({ all_count: number }), payload: z.array(conversation) }),
});

const attachment = z.object({
  id: number,
  file_type: text,
  data_url: text,
  fallback_title: text,
  coordinates_lat: z.number().nullish(),
  coordinates_long: z.number().nullish(),
});
export type ChatwootAttachment = z.output<typeof attachment>;

export const messageShape = z.object({
  id: number,
  content: text,
  /** 0 incoming, 1 outgoing, 2 activity, 3 sent by a rule of Chatwoot. */
  message_type: number,
  private: z.boolean().nullish(),
  status: text,
  /** WhatsApp's id. */
  source_id: text,
  /** Seconds since 1970. */
  created_at: z.number(),
  content_attributes: z.object({ deleted: z.unknown().optional(), in_reply_to: z.unknown().optional() }).nullish(),
  sender: z.object({ id: number.nullish(), name: text, type: text }).nullish(),
  attachments: z.array(attachment).nullish(),
});
export type ChatwootMessage = z.output<typeof messageShape>;
/** Each is looked at alone: one of an unknown form does not stop the others. */
export const messagesShape = z.object({ payload: z.array(z.looseObject({ id: number })) });
