import { listTemplateVariables } from '@parley/contract/template-fill';
import { z } from 'zod';
import { defineTool } from './tool.ts';

const id = z.uuid();
const limit = z.number().int().min(1).max(100).default(20);
const cursor = z.string().max(2_000).optional().describe('`next_cursor` of the previous page.');
const search = z.string().min(1).max(200).optional();

export const readTools = [
  defineTool({
    name: 'list_conversations',
    title: 'List conversations',
    description:
      'Conversations with customers, latest activity first. `search` finds a part of a name or phone number.',
    scopes: ['threads:read'],
    readOnly: true,
    input: z.strictObject({
      state: z.enum(['ACTIVE', 'DONE']).optional(),
      assignee: z.string().max(80).optional().describe('A member id, or `none`.'),
      waiting: z.boolean().optional().describe('Whether the customer wrote last.'),
      channel_id: id.optional(),
      search,
      limit,
      cursor,
    }),
    run: (api, { waiting, ...query }) =>
      api('GET /api/threads', {
        query: { ...query, ...(waiting !== undefined && { waiting: waiting ? 'true' : 'false' }) },
      }),
  }),
  defineTool({
    name: 'get_conversation',
    title: 'Get conversation',
    description: 'One conversation: contact, channel, state, assignee, labels, and until when a reply is free-form.',
    scopes: ['threads:read'],
    readOnly: true,
    input: z.strictObject({ conversation_id: id }),
    run: (api, input) => api('GET /api/threads/{id}', { params: { id: input.conversation_id } }),
  }),
  defineTool({
    name: 'list_messages',
    title: 'List messages',
    description: 'Messages of a conversation, newest first. `search` finds a part of a text, caption or file name.',
    scopes: ['messages:read'],
    readOnly: true,
    input: z.strictObject({ conversation_id: id, search, limit, cursor }),
    run: (api, { conversation_id, ...query }) =>
      api('GET /api/threads/{id}/messages', { params: { id: conversation_id }, query }),
  }),
  defineTool({
    name: 'list_contacts',
    title: 'List contacts',
    description: 'Contacts. `search` finds a part of a name or phone number.',
    scopes: ['contacts:read'],
    readOnly: true,
    input: z.strictObject({ search, contact_list_id: id.optional(), limit, cursor }),
    run: (api, query) => api('GET /api/contacts', { query }),
  }),
  defineTool({
    name: 'get_contact',
    title: 'Get contact',
    description: 'One contact with lists, custom attributes and opt-in.',
    scopes: ['contacts:read'],
    readOnly: true,
    input: z.strictObject({ contact_id: id }),
    run: (api, input) => api('GET /api/contacts/{id}', { params: { id: input.contact_id } }),
  }),
  defineTool({
    name: 'list_channels',
    title: 'List channels',
    description: 'The WhatsApp numbers that the team writes from.',
    scopes: ['channels:read'],
    readOnly: true,
    input: z.strictObject({}),
    run: (api) => api('GET /api/channels', { query: {} }),
  }),
  defineTool({
    name: 'list_templates',
    title: 'List templates',
    description: 'WhatsApp templates by name. Only those with the status ACTIVE can be sent.',
    scopes: ['templates:read'],
    readOnly: true,
    input: z.strictObject({ status: z.string().max(40).optional(), channel_id: id.optional(), limit, cursor }),
    run: (api, query) => api('GET /api/templates', { query }),
  }),
  defineTool({
    name: 'get_template',
    title: 'Get template',
    description: 'One WhatsApp template, with the variables that send_template needs values for.',
    scopes: ['templates:read'],
    readOnly: true,
    input: z.strictObject({ template_id: id }),
    run: async (api, input) => {
      const template = await api('GET /api/templates/{id}', { params: { id: input.template_id } });
      return { ...template, variables: listTemplateVariables(template) };
    },
  }),
  defineTool({
    name: 'list_saved_replies',
    title: 'List saved replies',
    description: 'Saved replies of the team, by name.',
    scopes: ['templates:read'],
    readOnly: true,
    input: z.strictObject({}),
    run: (api) => api('GET /api/session-templates', { query: {} }),
  }),
  defineTool({
    name: 'list_broadcasts',
    title: 'List broadcasts',
    description: 'Broadcasts with how many recipients got, read and answered them, the latest start first.',
    scopes: ['campaigns:read'],
    readOnly: true,
    input: z.strictObject({ search, limit, cursor }),
    run: (api, query) => api('GET /api/campaigns', { query }),
  }),
];
