import { z } from 'zod';
import { id, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { tableFormat, tableTypes } from '../core/table-format.ts';
import {
  abVariant,
  audienceCheck,
  audienceContact,
  audienceContactsBody,
  campaign,
  campaignChart,
  campaignConversions,
  campaignEvent,
  campaignFailure,
  campaignLink,
  campaignRecipient,
  campaignStates,
  changeCampaignBody,
  chartUnit,
  checkAudienceBody,
  createCampaignBody,
  ownBudget,
} from './schema.ts';
import { recipientStates } from './states.ts';

const read = { access: 'User', permission: 'broadcasts.use', scope: 'campaigns:read' } as const;
/** The response can contain any contact of the account. */
const readRecipients = { ...read, scope: ['campaigns:read', 'contacts:read'] } as const;
const write = { access: 'User', permission: 'broadcasts.use', scope: 'campaigns:write' } as const;
/** 20,000 numbers of an audience. */
const maxBodyBytes = 1_048_576;
const byId = z.strictObject({ id: pathId });
const states = z.union([z.enum(campaignStates), z.array(z.enum(campaignStates))]);
const recipientStatesQuery = z.union([z.enum(recipientStates), z.array(z.enum(recipientStates))]);
const recipientFilter = {
  state: recipientStatesQuery.optional(),
  reason: z.string().max(60).optional(),
  /** Who answered, tapped a button, opted out or converted afterwards. */
  after: z.enum(['replied', 'tapped', 'opted_out', 'converted']).optional(),
  /** Who opened this tracked link, by its template variable. */
  link: z.string().max(80).optional(),
  /** Who tapped the quick reply with this text. */
  button: z.string().max(200).optional(),
  /** Who is sent this variant of an A/B test. */
  variant: abVariant.optional(),
  /** A fragment of the name or number. */
  search: z.string().max(200).optional(),
};

export const broadcastsRoutes = defineRoutes({
  'GET /api/campaigns': {
    ...read,
    summary: 'Broadcasts, the latest start first; drafts by when they were made.',
    query: z.strictObject({
      ...pageQuery.shape,
      state: states.optional(),
      channel_id: id.optional(),
      template_id: id.optional(),
      /** Only what this recurring broadcast made. */
      series_id: id.optional(),
      created_by: z.string().max(80).optional(),
      /** A fragment of the name. */
      search: z.string().max(200).optional(),
      from: z.iso.datetime({ precision: 3 }).optional(),
      to: z.iso.datetime({ precision: 3 }).optional(),
      archived: z.enum(['true', 'false']).default('false'),
    }),
    responses: { 200: page(campaign) },
  },
  'POST /api/campaigns': {
    ...write,
    idempotencyKey: true,
    summary: 'Makes a broadcast; nothing is sent until it is started.',
    body: createCampaignBody,
    maxBodyBytes,
    responses: { 200: campaign, 201: campaign },
  },
  'POST /api/campaigns/audience': {
    ...readRecipients,
    summary: 'Who would receive a broadcast and who not, as of now.',
    body: checkAudienceBody,
    maxBodyBytes,
    responses: { 200: audienceCheck },
  },
  'POST /api/campaigns/audience/people': {
    ...readRecipients,
    summary: 'Some of the contacts behind one figure of that check.',
    body: audienceContactsBody,
    maxBodyBytes,
    responses: { 200: z.strictObject({ data: z.array(audienceContact) }) },
  },
  'GET /api/campaigns/{id}': {
    ...read,
    summary: 'One broadcast with its counters.',
    params: byId,
    responses: { 200: campaign },
  },
  'PUT /api/campaigns/{id}': {
    ...write,
    summary: 'Changes a draft or a planned broadcast; of others the name.',
    params: byId,
    body: changeCampaignBody,
    maxBodyBytes,
    responses: { 200: campaign },
  },
  'DELETE /api/campaigns/{id}': {
    audit: 'broadcasts.deleted',
    ...write,
    summary: 'Deletes a draft.',
    params: byId,
    responses: { 204: z.undefined() },
  },
  'POST /api/campaigns/{id}/archive': {
    audit: 'broadcasts.archived',
    ...write,
    summary: 'Takes an ended broadcast out of the list, or puts it back.',
    params: byId,
    body: z.strictObject({ archived: z.boolean() }),
    responses: { 200: campaign },
  },
  'POST /api/campaigns/{id}/start': {
    audit: 'broadcasts.started',
    ...write,
    summary: 'Starts a broadcast, or schedules it. For a running one it returns its state.',
    params: byId,
    responses: { 200: campaign },
  },
  'POST /api/campaigns/{id}/pause': {
    audit: 'broadcasts.paused',
    ...write,
    summary: 'Stops sending within a second; what WhatsApp has already stays sent.',
    params: byId,
    responses: { 200: campaign },
  },
  'POST /api/campaigns/{id}/resume': {
    audit: 'broadcasts.resumed',
    ...write,
    summary: 'Resumes a paused broadcast; one whose own budget is used goes on with a higher one, or without any.',
    params: byId,
    body: z.strictObject({ budget: ownBudget.nullable().optional() }),
    responses: { 200: campaign },
  },
  'POST /api/campaigns/{id}/send-rest': {
    audit: 'broadcasts.rest_sent',
    ...write,
    summary: 'Sends the rest of a broadcast whose first share was sent, without waiting longer.',
    params: byId,
    responses: { 200: campaign },
  },
  'POST /api/campaigns/{id}/winner': {
    audit: 'broadcasts.winner_chosen',
    ...write,
    summary: 'Decides which variant of an A/B test the rest gets, and sends it.',
    params: byId,
    body: z.strictObject({ variant: abVariant }),
    responses: { 200: campaign },
  },
  'POST /api/campaigns/{id}/cancel': {
    audit: 'broadcasts.cancelled',
    ...write,
    summary:
      'Ends a broadcast; whoever was not sent anything yet is skipped. A planned one is a draft again; of a finished one the scheduled retries end.',
    params: byId,
    responses: { 200: campaign },
  },
  'POST /api/campaigns/{id}/end': {
    audit: 'broadcasts.series_ended',
    ...write,
    summary: 'Ends a recurring broadcast; what it made stays.',
    params: byId,
    responses: { 200: campaign },
  },
  'POST /api/campaigns/{id}/retry': {
    audit: 'broadcasts.retried',
    ...write,
    summary: 'Sends again to whom it failed, was held back, or is not known; nobody else gets it twice.',
    params: byId,
    body: z.strictObject({
      states: z.array(z.enum(['UNKNOWN', 'FAILED', 'CAPPED'])).min(1),
      /** Only failures for these reasons. */
      reason: z.string().max(60).optional(),
    }),
    responses: { 200: campaign },
  },
  'GET /api/campaigns/{id}/recipients': {
    ...read,
    summary: 'The recipients of a broadcast, in the order of the snapshot.',
    params: byId,
    query: z.strictObject({ ...pageQuery.shape, ...recipientFilter }),
    responses: { 200: page(campaignRecipient) },
  },
  'GET /api/campaigns/{id}/recipients/export': {
    audit: 'broadcasts.recipients_exported',
    ...read,
    permission: 'contacts.export',
    summary: 'The same recipients as a file.',
    params: byId,
    query: z.strictObject({ ...recipientFilter, ...tableFormat.shape }),
    file: tableTypes,
    responses: { 200: z.unknown() },
  },
  'GET /api/campaigns/{id}/failures': {
    ...read,
    summary: 'What went wrong, by reason, with how many and what to do.',
    params: byId,
    responses: { 200: z.strictObject({ data: z.array(campaignFailure) }) },
  },
  'GET /api/campaigns/{id}/conversions': {
    ...read,
    summary: 'How many recipients of a broadcast converted.',
    params: byId,
    responses: { 200: campaignConversions },
  },
  'GET /api/campaigns/{id}/links': {
    ...read,
    summary: 'Tracked links and quick replies of a broadcast, with how many tapped them.',
    params: byId,
    responses: { 200: z.strictObject({ data: z.array(campaignLink) }) },
  },
  'GET /api/campaigns/{id}/chart': {
    ...read,
    summary: 'When recipients of a broadcast were sent to, and what came of it, over time.',
    params: byId,
    query: z.strictObject({ unit: chartUnit.optional() }),
    responses: { 200: campaignChart },
  },
  'GET /api/campaigns/{id}/events': {
    ...read,
    summary: 'Who did what with a broadcast, latest first.',
    params: byId,
    query: pageQuery,
    responses: { 200: page(campaignEvent) },
  },
});
