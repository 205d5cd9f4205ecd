import { z } from 'zod';
import { id, nameText, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { callSettings, callSettingsBody } from './calling.ts';
import { catalog, catalogProduct, catalogProductsQuery, catalogState } from './catalog.ts';
import {
  businessProfile,
  businessProfileBody,
  businessUsername,
  businessUsernameBody,
  changeChannelBody,
  channel,
  channelCheck,
  channelHealth,
  checkFieldsBody,
  createChannelBody,
  doctorReport,
  fieldCheck,
  phoneNumberDetails,
  pin,
  registerBody,
  registrationState,
  rotateBody,
  signupNumber,
} from './schema.ts';

const channelWithChecks = z.strictObject({ ...channel.shape, checks: z.array(channelCheck) });
const channelParams = z.strictObject({ id: pathId });
/** Only members who manage channels; never keys, because credentials and sign-ups belong to members. */
const manage = { access: 'Admin', permission: 'channels.manage' } as const;

export const channelsRoutes = defineRoutes({
  'GET /api/channels': {
    access: 'User',
    scope: 'channels:read',
    summary: 'Channels by label.',
    query: pageQuery,
    responses: { 200: page(channel) },
  },
  'POST /api/channels': {
    access: 'Admin',
    permission: 'channels.manage',
    scope: 'channels:write',
    idempotencyKey: true,
    summary: 'Connect a WhatsApp number by its ids and tokens, or an adapter by its address.',
    body: createChannelBody,
    responses: { 200: channelWithChecks, 201: channelWithChecks },
  },
  'GET /api/channels/health': {
    access: 'User',
    scope: 'channels:read',
    summary:
      'How every channel is doing: last webhook, token, quality, allowance, messages of today and of the last 24 hours. Who does not manage channels sees last webhook, quality and the states of the checks.',
    responses: { 200: z.strictObject({ data: z.array(channelHealth) }) },
  },
  'GET /api/channels/connection-options': {
    ...manage,
    summary: 'How a channel can be added.',
    responses: {
      200: z.strictObject({
        webhook_base: z.string(),
        sandbox: z.boolean(),
        embedded_signup: z.boolean(),
      }),
    },
  },
  'POST /api/channels/check': {
    ...manage,
    summary: 'Check what is typed so far of a number to connect, field by field.',
    body: checkFieldsBody,
    responses: { 200: z.strictObject({ fields: z.array(fieldCheck), number: phoneNumberDetails.nullable() }) },
  },
  'POST /api/channels/signup': {
    ...manage,
    summary:
      'Where to send the browser for a sign-up by redirect; `keep_app` for a number that stays in the WhatsApp Business app.',
    body: z.strictObject({ keep_app: z.boolean().default(false) }),
    responses: { 200: z.strictObject({ url: z.string() }) },
  },
  'POST /api/channels/signup/finish': {
    ...manage,
    summary: 'The browser came back: exchange the code and list the numbers it gave access to.',
    body: z.strictObject({ code: z.string().min(1).max(2000), state: z.string().min(1).max(500) }),
    responses: { 200: z.strictObject({ signup_id: id, numbers: z.array(signupNumber) }) },
  },
  'POST /api/channels/signup/connect': {
    ...manage,
    summary: 'Connect one of the numbers of a sign-up.',
    body: z.strictObject({ signup_id: id, phone_number_id: z.string().max(32), channel_label: nameText }),
    responses: { 200: channelWithChecks, 201: channelWithChecks },
  },
  'POST /api/channels/{id}/doctor': {
    ...manage,
    summary: 'Try everything a channel needs, and say how to fix what fails.',
    params: channelParams,
    responses: { 200: doctorReport },
  },
  'POST /api/channels/{id}/subscribe': {
    audit: 'channels.subscribed',
    ...manage,
    summary: 'Have WhatsApp send this number’s webhooks here, then check the channel.',
    params: channelParams,
    responses: { 200: doctorReport },
  },
  'POST /api/channels/{id}/rotate': {
    ...manage,
    summary: 'New credentials; the ones before stay good for 24 hours.',
    params: channelParams,
    body: rotateBody,
    responses: { 200: channel },
  },
  'POST /api/channels/{id}/rotate-back': {
    ...manage,
    summary: 'Use the credentials before the last rotation again.',
    params: channelParams,
    responses: { 200: channel },
  },
  'GET /api/channels/{id}/profile': {
    ...manage,
    summary: 'What customers see of the business.',
    params: channelParams,
    responses: { 200: businessProfile },
  },
  'PUT /api/channels/{id}/profile': {
    ...manage,
    summary: 'Change what customers see of the business; only what is given changes.',
    params: channelParams,
    body: businessProfileBody,
    responses: { 200: businessProfile },
  },
  'GET /api/channels/{id}/username': {
    ...manage,
    summary: "The number's own username, and names that WhatsApp keeps free for the business.",
    params: channelParams,
    responses: { 200: businessUsername },
  },
  'PUT /api/channels/{id}/username': {
    ...manage,
    summary: "Reserve the number's username, in place of the one before.",
    params: channelParams,
    body: businessUsernameBody,
    responses: { 200: businessUsername },
  },
  'DELETE /api/channels/{id}/username': {
    ...manage,
    summary: "Give the number's username up.",
    params: channelParams,
    responses: { 200: businessUsername },
  },
  'GET /api/channels/{id}/catalog': {
    access: 'User',
    summary: 'Whether a catalogue of products is connected to the number. WhatsApp is asked at most every few minutes.',
    params: channelParams,
    responses: { 200: catalogState },
  },
  'GET /api/channels/{id}/catalog/products': {
    access: 'User',
    summary:
      'Products of the number’s catalogue as WhatsApp lists them, thirty at a time; `q`: with this text in their name.',
    params: channelParams,
    query: catalogProductsQuery,
    responses: {
      200: z.strictObject({ catalog, data: z.array(catalogProduct), next_after: z.string().nullable() }),
    },
  },
  'GET /api/channels/{id}/calling': {
    ...manage,
    summary: 'How customers can call the number.',
    params: channelParams,
    responses: { 200: callSettings },
  },
  'PUT /api/channels/{id}/calling': {
    ...manage,
    summary: 'Change how customers can call the number; what is absent stays.',
    params: channelParams,
    body: callSettingsBody,
    responses: { 200: callSettings },
  },
  'GET /api/channels/{id}/registration': {
    ...manage,
    summary: 'Whether the number is verified and registered, and where WhatsApp stores its messages.',
    params: channelParams,
    responses: { 200: registrationState },
  },
  'POST /api/channels/{id}/registration/request-code': {
    ...manage,
    summary: 'Have WhatsApp send the number a code.',
    params: channelParams,
    body: z.strictObject({ method: z.enum(['SMS', 'VOICE']), language: z.string().min(2).max(10).default('en_US') }),
    responses: { 200: registrationState },
  },
  'POST /api/channels/{id}/registration/verify-code': {
    ...manage,
    summary: 'Verify the number with the code it received.',
    params: channelParams,
    body: z.strictObject({
      code: z
        .string()
        .trim()
        .regex(/^[0-9-]{4,10}$/, 'Digits only, as they came.'),
    }),
    responses: { 200: registrationState },
  },
  'POST /api/channels/{id}/registration/register': {
    audit: 'channels.number_registered',
    ...manage,
    summary:
      'Register the number for the Cloud API with its two-step PIN; again, to have WhatsApp store its messages elsewhere.',
    params: channelParams,
    body: registerBody,
    responses: { 200: registrationState },
  },
  'POST /api/channels/{id}/registration/pin': {
    audit: 'channels.pin_changed',
    ...manage,
    summary: 'Set another two-step PIN.',
    params: channelParams,
    body: z.strictObject({ pin }),
    responses: { 200: registrationState },
  },
  'POST /api/channels/{id}/app-data': {
    audit: 'channels.app_data_requested',
    ...manage,
    summary:
      'Have WhatsApp deliver the contacts or chats of the WhatsApp Business app that the number is used in as well.',
    params: channelParams,
    body: z.strictObject({ what: z.enum(['contacts', 'chats']) }),
    responses: { 204: z.undefined() },
  },
  'DELETE /api/channels/{id}': {
    access: 'Admin',
    permission: 'channels.manage',
    scope: 'channels:write',
    summary: 'Remove a channel; its threads stay readable.',
    params: z.strictObject({ id: pathId }),
    responses: { 204: z.undefined() },
  },
  'PUT /api/channels/{id}': {
    access: 'Admin',
    permission: 'channels.manage',
    scope: 'channels:write',
    summary: 'Rename a channel, pause or resume it, move its adapter, set its working hours and default templates.',
    params: z.strictObject({ id: pathId }),
    body: changeChannelBody,
    responses: { 200: channel },
  },
});
