import { z } from 'zod';

/* What is used of respond.io's answers. Shapes: github.com/respond-io/typescript-sdk (src/types), November 2026. */

const text = z.string().nullish();
const number = z.number().int();
const pagination = z.object({ next: text });

export const channelsShape = z.object({
  items: z.array(z.object({ id: number, name: text, source: text })),
  pagination: pagination.nullish(),
});

export const usersShape = z.object({
  items: z.array(z.object({ id: number, firstName: text, lastName: text, email: text })),
  pagination: pagination.nullish(),
});
export type RespondIoUser = z.output<typeof usersShape>['items'][number];

const contact = z.object({
  id: number,
  firstName: text,
  lastName: text,
  phone: text,
  status: text,
  tags: z.array(z.string()).nullish(),
  custom_fields: z.array(z.object({ name: z.string(), value: z.unknown() })).nullish(),
});
export type RespondIoContact = z.output<typeof contact>;
export const contactsShape = z.object({ items: z.array(contact), pagination: pagination.nullish() });

const parameter = z.object({ text: text });
export const messageShape = z.object({
  messageId: number,
  /** WhatsApp's id. */
  channelMessageId: z.union([z.string(), z.number()]).nullish(),
  channelId: number.nullish(),
  traffic: z.enum(['incoming', 'outgoing']),
  message: z.object({
    type: z.string(),
    text: text,
    title: text,
    attachment: z.object({ type: text, url: text }).nullish(),
    template: z
      .object({
        name: text,
        components: z.array(z.object({ type: text, text: text, parameters: z.array(parameter).nullish() })).nullish(),
      })
      .nullish(),
  }),
  status: z.array(z.object({ value: text })).nullish(),
  sender: z.object({ source: text, userId: number.nullish() }).nullish(),
});
export type RespondIoMessage = z.output<typeof messageShape>;
/** Each is looked at alone: one of an unknown form does not stop the others. */
export const messagesShape = z.object({
  items: z.array(z.looseObject({ messageId: number })),
  pagination: pagination.nullish(),
});
