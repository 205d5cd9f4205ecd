import { fillTemplate } from '@parley/contract/template-fill';
import { toWhatsAppFormat } from '@parley/contract/whatsapp-format';
import { z } from 'zod';
import { type CallApi, defineTool, RefusedCall } from './tool.ts';

const id = z.uuid();

/** Where a message goes. */
const target = {
  conversation_id: id.optional().describe('The conversation to write in. Otherwise give `to` and `channel_id`.'),
  to: z.string().max(40).optional().describe('A phone number with its country code.'),
  channel_id: id.optional().describe('The channel to write from; only with `to`.'),
  message_id: id.optional().describe('A UUID of yours: the same call again with it sends nothing twice.'),
};
type Target = { conversation_id?: string; to?: string; channel_id?: string; message_id?: string };

async function addressOf(api: CallApi, { conversation_id, to, channel_id, message_id }: Target) {
  const sent = { ...(message_id !== undefined && { id: message_id }), source: 'API' as const };
  if (conversation_id !== undefined) {
    const thread = await api('GET /api/threads/{id}', { params: { id: conversation_id } });
    return { ...sent, channel_id: thread.channel_id, thread_id: conversation_id };
  }
  if (to === undefined || channel_id === undefined) {
    throw new RefusedCall('Give a conversation_id, or both to and channel_id.');
  }
  return { ...sent, channel_id, to };
}

export const writeTools = [
  defineTool({
    name: 'send_message',
    title: 'Send message',
    description:
      'Sends a text to a customer at once; Markdown becomes WhatsApp’s signs. WhatsApp allows it for 24 hours after the customer last wrote; later use send_template.',
    scopes: ['messages:write', 'threads:read'],
    readOnly: false,
    input: z.strictObject({
      ...target,
      text: z.string().min(1).max(4_096),
      quoted_message_id: id.optional().describe('The message that it replies to.'),
    }),
    run: async (api, { text, quoted_message_id, ...to }) =>
      api('POST /api/messages', {
        body: {
          ...(await addressOf(api, to)),
          type: 'text',
          text: { body: toWhatsAppFormat(text) },
          ...(quoted_message_id !== undefined && { context: { message_id: quoted_message_id } }),
        },
      }),
  }),
  defineTool({
    name: 'send_template',
    title: 'Send template',
    description:
      'Sends an approved WhatsApp template to a customer at once. `values` has a text for each of its variables.',
    scopes: ['messages:write', 'templates:read', 'threads:read'],
    readOnly: false,
    input: z.strictObject({
      ...target,
      template_id: id,
      values: z.record(z.string().max(80), z.string().max(1_024)).default({}),
    }),
    run: async (api, { template_id, values, ...to }) => {
      const address = await addressOf(api, to);
      const template = await api('GET /api/templates/{id}', { params: { id: template_id } });
      return api('POST /api/messages', {
        body: {
          ...address,
          type: 'template',
          template: { id: template_id, components: fillTemplate(template, values) },
        },
      });
    },
  }),
  defineTool({
    name: 'update_conversation',
    title: 'Update conversation',
    description: 'Marks a conversation as done or active, assigns it, or changes its labels.',
    scopes: ['threads:write'],
    readOnly: false,
    input: z.strictObject({
      conversation_id: id,
      state: z.enum(['ACTIVE', 'DONE']).optional(),
      assignee_id: id.nullable().optional().describe('A member; null for nobody.'),
      add_label_ids: z.array(id).max(50).optional(),
      remove_label_ids: z.array(id).max(50).optional(),
    }),
    run: (api, { conversation_id, ...body }) => api('PUT /api/threads/{id}', { params: { id: conversation_id }, body }),
  }),
  defineTool({
    name: 'create_contact',
    title: 'Create contact',
    description: 'Adds a contact. An existing one with the number is not changed.',
    scopes: ['contacts:write'],
    readOnly: false,
    input: z.strictObject({
      phone_number: z.string().min(1).max(40),
      name: z.string().min(1).max(200).optional(),
      contact_list_ids: z.array(id).max(50).optional(),
      custom_fields: z.record(z.string().max(80), z.string().max(1_024)).optional(),
    }),
    run: (api, body) => api('POST /api/contacts', { body }),
  }),
  defineTool({
    name: 'update_contact',
    title: 'Update contact',
    description: 'Changes the name of a contact, or one custom attribute.',
    scopes: ['contacts:write'],
    readOnly: false,
    input: z.strictObject({
      contact_id: id,
      name: z.string().min(1).max(200).optional(),
      custom_field: z.strictObject({ name: z.string().min(1).max(80), value: z.string().max(1_024) }).optional(),
    }),
    run: async (api, { contact_id, name, custom_field }) => {
      const params = { id: contact_id };
      if (custom_field !== undefined) {
        const body = { id: contact_id, operation: 'SET', ...custom_field };
        await api('POST /api/contacts/{id}/modify-custom-field', { params, body });
      }
      if (name !== undefined) await api('PUT /api/contacts/{id}', { params, body: { name } });
      return { id: contact_id };
    },
  }),
];
