import { z } from 'zod';

/* What is used of WATI's answers. Shapes: docs.wati.io (version 2.6), November 2026. */

const text = z.string().nullish();

export const channelsShape = z.object({
  channels: z.array(z.object({ id: z.string(), name: text, channel: text })).nullish(),
});

const contact = z.object({
  id: z.string(),
  wa_id: text,
  phone: text,
  name: text,
  display_name: text,
  /** `whatsapp`, `instagram`, `messenger`. */
  channel_type: text,
  custom_params: z.array(z.object({ name: text, value: z.unknown() })).nullish(),
});
export type WatiContact = z.output<typeof contact>;
export const contactsShape = z.object({ contact_list: z.array(contact) });

export const messageShape = z.object({
  id: z.string(),
  /** `message`, `broadcastMessage`, `ticket`. */
  eventType: text,
  type: z.union([z.string(), z.number()]).nullish(),
  text: text,
  /** What a sent template says. */
  finalText: text,
  /** The file of its header. */
  mediaHeaderLink: text,
  /** The path of a file, or more about it. */
  data: z.unknown(),
  owner: z.boolean().nullish(),
  statusString: text,
  created: text,
  /** Seconds since 1970. */
  timestamp: z.union([z.string(), z.number()]).nullish(),
  operatorName: text,
  operatorEmail: text,
  whatsappMessageId: text,
  /** Of the number; null for the first of an account. */
  channelId: text,
  buttonReply: z.looseObject({ text: text }).nullish(),
  interactiveButtonReply: z.looseObject({ title: text }).nullish(),
  listReply: z.looseObject({ title: text }).nullish(),
});
export type WatiMessage = z.output<typeof messageShape>;
/** Each is looked at alone: one of an unknown form does not stop the others. */
export const messagesShape = z.object({
  messages: z.object({ items: z.array(z.looseObject({ id: z.string().nullish() })).nullish() }).nullish(),
  link: z.object({ nextPage: text }).nullish(),
});
