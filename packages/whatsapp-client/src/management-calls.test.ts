/** Every call about numbers, accounts, profiles and templates: the request sent and the parsed response. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type HttpServer, respond, startHttpServer } from '../test/loopback-server.ts';
import type { CallOutcome } from './call-outcome.ts';
import { createWhatsAppClient, type WhatsAppClient } from './client.ts';

let server: HttpServer;
let client: WhatsAppClient;
let next: { status: number; body: unknown } = { status: 200, body: {} };

beforeAll(async () => {
  server = await startHttpServer((_seen, response) => respond(response, next.status, next.body));
  client = createWhatsAppClient({ baseUrl: server.url, version: 'v25.0' });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const basics = { accessToken: 'token' };
const number = { ...basics, phoneNumberId: '1061' };
const waba = { ...basics, wabaId: '1022' };
const templateRow = {
  id: '9223372036854775807',
  name: 'order_ready',
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Hi' }],
  quality_score: { score: 'GREEN' },
};
const page = (rows: unknown[]) => ({
  data: rows,
  paging: { cursors: { before: 'a', after: 'b' }, next: 'https://graph.facebook.com/next' },
});
const health = {
  can_send_message: 'BLOCKED',
  entities: [
    {
      entity_type: 'WABA',
      id: '1022',
      can_send_message: 'BLOCKED',
      errors: [{ error_code: 141010, error_description: 'Restricted', possible_solution: 'Read it' }],
      additional_info: ['more'],
    },
  ],
};

type Call = {
  call: (one: WhatsAppClient) => Promise<CallOutcome<unknown>>;
  method: string;
  path: string | RegExp;
  body?: unknown;
  answers?: unknown;
  value?: unknown;
};

const done = { answers: { success: true }, value: true };
const calls: Record<string, Call> = {
  'list numbers': {
    call: (one) => one.listPhoneNumbers({ ...waba, limit: 10, after: 'x' }),
    method: 'GET',
    path: /^\/v25\.0\/1022\/phone_numbers\?fields=id%2C.*health_status&limit=10&after=x$/,
    answers: page([{ id: '1061', display_phone_number: '+1 555-000-1111' }, { nothing: true }]),
    value: { rows: [expect.objectContaining({ id: '1061', displayPhoneNumber: '15550001111' })], after: 'b' },
  },
  'add a number': {
    call: (one) => one.addPhoneNumber({ ...waba, countryCode: '351', phoneNumber: '910', verifiedName: 'Shop' }),
    method: 'POST',
    path: '/v25.0/1022/phone_numbers',
    body: { cc: '351', phone_number: '910', verified_name: 'Shop' },
    answers: { id: '1062' },
    value: { phoneNumberId: '1062' },
  },
  'request a code': {
    call: (one) => one.requestCode({ ...number, method: 'VOICE', language: 'pt_PT' }),
    method: 'POST',
    path: '/v25.0/1061/request_code',
    body: { code_method: 'VOICE', language: 'pt_PT' },
    ...done,
  },
  'verify a code': {
    call: (one) => one.verifyCode({ ...number, code: '123456' }),
    method: 'POST',
    path: '/v25.0/1061/verify_code',
    body: { code: '123456' },
    ...done,
  },
  register: {
    call: (one) => one.registerNumber({ ...number, pin: '246810' }),
    method: 'POST',
    path: '/v25.0/1061/register',
    body: { messaging_product: 'whatsapp', pin: '246810' },
    ...done,
  },
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/local-storage
  'keep messages in a country': {
    call: (one) => one.setStorageRegion({ ...number, region: 'BR' }),
    method: 'POST',
    path: '/v25.0/1061/settings',
    body: { storage_configuration: { status: 'IN_COUNTRY_STORAGE_ENABLED', data_localization_region: 'BR' } },
    ...done,
  },
  'keep messages where WhatsApp chooses': {
    call: (one) => one.setStorageRegion({ ...number, region: null }),
    method: 'POST',
    path: '/v25.0/1061/settings',
    body: { storage_configuration: { status: 'IN_COUNTRY_STORAGE_DISABLED' } },
    ...done,
  },
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/calling/call-settings/
  'change calling': {
    call: (one) =>
      one.setCalling({
        ...number,
        change: {
          enabled: true,
          iconShown: false,
          asksCallback: true,
          hours: {
            enabled: true,
            timeZone: 'America/Manaus',
            ranges: [{ day: 'MONDAY', from: '04:00', to: '10:20' }],
            exceptions: [{ date: '2027-01-01', from: '00:00', to: '23:59' }],
          },
        },
      }),
    method: 'POST',
    path: '/v25.0/1061/settings',
    body: {
      calling: {
        status: 'ENABLED',
        call_icon_visibility: 'DISABLE_ALL',
        callback_permission_status: 'ENABLED',
        call_hours: {
          status: 'ENABLED',
          timezone_id: 'America/Manaus',
          weekly_operating_hours: [{ day_of_week: 'MONDAY', open_time: '0400', close_time: '1020' }],
          holiday_schedule: [{ date: '2027-01-01', start_time: '0000', end_time: '2359' }],
        },
      },
    },
    ...done,
  },
  'turn calling off': {
    call: (one) => one.setCalling({ ...number, change: { enabled: false } }),
    method: 'POST',
    path: '/v25.0/1061/settings',
    body: { calling: { status: 'DISABLED' } },
    ...done,
  },
  'read settings as the guide writes them': {
    call: (one) => one.getNumberSettings(number),
    method: 'GET',
    path: '/v25.0/1061/settings',
    answers: {
      calling: {
        status: 'ENABLED',
        call_icon_visibility: 'DISABLE_ALL',
        callback_permission_status: 'DISABLED',
        call_hours: {
          status: 'ENABLED',
          timezone_id: 'America/Manaus',
          weekly_operating_hours: [
            { day_of_week: 'MONDAY', open_time: '0400', close_time: '10:20' },
            { day_of_week: 'TUESDAY', open_time: 108, close_time: '2359' },
            { day_of_week: 'SOMEDAY', open_time: '0400', close_time: '1020' },
            'noon',
          ],
          holiday_schedule: [{ date: '2027-01-01', start_time: '0000', end_time: '2359' }, { date: 7 }],
        },
      },
      storage_configuration: { status: 'IN_COUNTRY_STORAGE_ENABLED', data_localization_region: 'BR' },
    },
    value: {
      calling: {
        enabled: true,
        iconShown: false,
        asksCallback: false,
        hours: {
          enabled: true,
          timeZone: 'America/Manaus',
          ranges: [
            { day: 'MONDAY', from: '04:00', to: '10:20' },
            { day: 'TUESDAY', from: '01:08', to: '23:59' },
          ],
          exceptions: [{ date: '2027-01-01', from: '00:00', to: '23:59' }],
        },
      },
      storageStatus: 'IN_COUNTRY_STORAGE_ENABLED',
      storageRegion: 'BR',
    },
  },
  'read settings as the API’s description writes them': {
    call: (one) => one.getNumberSettings(number),
    method: 'GET',
    path: '/v25.0/1061/settings',
    answers: {
      calling: { status: 'disabled', call_icon_visibility: 'hidden', call_hours: { status: 'disabled' } },
      storage_configuration: { status: 'default' },
    },
    value: {
      calling: { enabled: false, iconShown: false, asksCallback: null, hours: null },
      storageStatus: 'DEFAULT',
      storageRegion: null,
    },
  },
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
  'ask for the chats of the app': {
    call: (one) => one.requestAppData({ ...number, what: 'chats' }),
    method: 'POST',
    path: '/v25.0/1061/smb_app_data',
    body: { messaging_product: 'whatsapp', sync_type: 'history' },
    answers: { messaging_product: 'whatsapp', request_id: 'A1' },
    value: { requestId: 'A1' },
  },
  deregister: {
    call: (one) => one.deregisterNumber(number),
    method: 'POST',
    path: '/v25.0/1061/deregister',
    ...done,
  },
  'two-step PIN': {
    call: (one) => one.setTwoStepPin({ ...number, pin: '246810' }),
    method: 'POST',
    path: '/v25.0/1061',
    body: { pin: '246810' },
    ...done,
  },
  'webhook address of a number': {
    call: (one) =>
      one.setNumberWebhook({ ...number, override: { callbackUri: 'https://a.example', verifyToken: 'v' } }),
    method: 'POST',
    path: '/v25.0/1061',
    body: { webhook_configuration: { override_callback_uri: 'https://a.example', verify_token: 'v' } },
    ...done,
  },
  'identity check': {
    call: (one) => one.setIdentityCheck({ ...number, enabled: true }),
    method: 'POST',
    path: '/v25.0/1061/settings',
    body: { user_identity_change: { enable_identity_key_check: true } },
    ...done,
  },
  'call a customer': {
    call: (one) => one.startCall({ ...number, to: { phone: '351910000001' }, sdp: 'v=0', opaque: 'ours' }),
    method: 'POST',
    path: '/v25.0/1061/calls',
    body: {
      messaging_product: 'whatsapp',
      to: '351910000001',
      action: 'connect',
      session: { sdp_type: 'offer', sdp: 'v=0' },
      biz_opaque_callback_data: 'ours',
    },
    answers: { messaging_product: 'whatsapp', calls: [{ id: 'wacid.A' }] },
    value: { id: 'wacid.A' },
  },
  'read whether a customer may be called': {
    call: (one) => one.getCallPermission({ ...number, phone: '351910000001' }),
    method: 'GET',
    path: '/v25.0/1061/call_permissions?user_wa_id=351910000001',
    answers: {
      messaging_product: 'whatsapp',
      permission: { status: 'temporary', expiration_time: 1745343479 },
      actions: [
        {
          action_name: 'send_call_permission_request',
          can_perform_action: false,
          limits: [
            { time_period: 'PT24H', max_allowed: 1, current_usage: 1, limit_expiration_time: 1745343480 },
            { time_period: 'P7D', max_allowed: 2, current_usage: 1 },
          ],
        },
        { action_name: 'start_call', can_perform_action: true },
      ],
    },
    value: {
      granted: true,
      expiresMs: 1_745_343_479_000,
      mayCall: true,
      mayAsk: false,
      callAgainMs: null,
      askAgainMs: 1_745_343_480_000,
    },
  },
  'conversational automation': {
    call: (one) =>
      one.setConversationalAutomation({
        ...number,
        automation: {
          enableWelcomeMessage: true,
          prompts: ['Hours?'],
          commands: [{ name: 'track', description: 'd' }],
        },
      }),
    method: 'POST',
    path: '/v25.0/1061/conversational_automation',
    body: {
      enable_welcome_message: true,
      prompts: ['Hours?'],
      commands: [{ command_name: 'track', command_description: 'd' }],
    },
    ...done,
  },
  health: {
    call: (one) => one.getHealth({ ...basics, nodeId: '1061' }),
    method: 'GET',
    path: '/v25.0/1061?fields=health_status',
    answers: { health_status: health, id: '1061' },
    value: {
      canSendMessage: 'BLOCKED',
      entities: [
        {
          entityType: 'WABA',
          id: '1022',
          canSendMessage: 'BLOCKED',
          errors: [expect.objectContaining({ code: 141010, message: 'Restricted', possibleSolution: 'Read it' })],
          additionalInfo: ['more'],
        },
      ],
    },
  },
  'business account': {
    call: (one) => one.getBusinessAccount(waba),
    method: 'GET',
    path: /^\/v25\.0\/1022\?fields=/,
    answers: { id: '1022', name: 'Shop', currency: 'EUR' },
    value: expect.objectContaining({ name: 'Shop', currency: 'EUR', health: null }),
  },
  'list subscribed apps': {
    call: (one) => one.listSubscribedApps(waba),
    method: 'GET',
    path: '/v25.0/1022/subscribed_apps',
    answers: { data: [{ whatsapp_business_api_data: { id: '301', name: 'App' }, override_callback_uri: 'https://a' }] },
    value: { rows: [{ id: '301', name: 'App', overrideCallbackUri: 'https://a' }], after: null },
  },
  unsubscribe: {
    call: (one) => one.unsubscribeApp(waba),
    method: 'DELETE',
    path: '/v25.0/1022/subscribed_apps',
    ...done,
  },
  'subscribe fields': {
    call: (one) =>
      one.subscribeFields({
        ...basics,
        appId: '301',
        callbackUrl: 'https://a',
        verifyToken: 'v',
        fields: ['messages', 'x'],
      }),
    method: 'POST',
    path: '/v25.0/301/subscriptions',
    body: { object: 'whatsapp_business_account', callback_url: 'https://a', verify_token: 'v', fields: 'messages,x' },
    ...done,
  },
  'list fields': {
    call: (one) => one.getFieldSubscription({ ...basics, appId: '301' }),
    method: 'GET',
    path: '/v25.0/301/subscriptions',
    answers: {
      data: [
        { object: 'page', fields: [{ name: 'feed' }] },
        { object: 'whatsapp_business_account', callback_url: 'https://a', fields: [{ name: 'messages' }, 'standby'] },
      ],
    },
    value: { callbackUrl: 'https://a', fields: ['messages', 'standby'] },
  },
  'take a conversation': {
    call: (one) => one.controlThread({ ...basics, phoneNumberId: '106', to: { phone: '351910' }, action: 'take' }),
    method: 'POST',
    path: '/v25.0/106/thread_control',
    body: { messaging_product: 'whatsapp', to: '+351910', action: 'take' },
    answers: { messaging_product: 'whatsapp' },
    value: true,
  },
  'pass a conversation to the agent': {
    call: (one) => one.controlThread({ ...basics, phoneNumberId: '106', to: { userId: 'PT.1' }, action: 'pass' }),
    method: 'POST',
    path: '/v25.0/106/thread_control',
    body: {
      messaging_product: 'whatsapp',
      recipient: 'PT.1',
      action: 'pass',
      control_pass: { target_role: 'ai_agent' },
    },
    answers: { messaging_product: 'whatsapp' },
    value: true,
  },
  'debug a token': {
    call: (one) => one.debugToken({ ...basics, inputToken: 'in+put' }),
    method: 'GET',
    path: '/v25.0/debug_token?input_token=in%2Bput',
    answers: {
      data: {
        is_valid: true,
        app_id: '301',
        type: 'SYSTEM_USER',
        expires_at: 1_760_000_000,
        scopes: ['whatsapp_business_messaging'],
        granular_scopes: [{ scope: 'whatsapp_business_messaging', target_ids: ['1022'] }],
      },
    },
    value: {
      isValid: true,
      appId: '301',
      type: 'SYSTEM_USER',
      expiresAtMs: 1_760_000_000_000,
      scopes: ['whatsapp_business_messaging'],
      granularScopes: [{ scope: 'whatsapp_business_messaging', targetIds: ['1022'] }],
      error: null,
    },
  },
  'exchange a code': {
    call: (one) => one.exchangeCode({ appId: '301', appSecret: 's', code: 'c', redirectUri: 'https://a/b' }),
    method: 'GET',
    path: '/v25.0/oauth/access_token?client_id=301&client_secret=s&code=c&redirect_uri=https%3A%2F%2Fa%2Fb',
    answers: { access_token: 'EAA', token_type: 'bearer', expires_in: 60 },
    value: { accessToken: 'EAA', expiresInMs: 60_000 },
  },
  'read the profile': {
    call: (one) => one.getBusinessProfile(number),
    method: 'GET',
    path: /^\/v25\.0\/1061\/whatsapp_business_profile\?fields=about/,
    answers: { data: [{ about: 'Books', websites: ['https://a.example', 4], vertical: 'RETAIL' }] },
    value: expect.objectContaining({
      about: 'Books',
      websites: ['https://a.example'],
      vertical: 'RETAIL',
      email: null,
    }),
  },
  'change the profile': {
    call: (one) => one.updateBusinessProfile({ ...number, change: { about: 'Books', profilePictureHandle: '4::a' } }),
    method: 'POST',
    path: '/v25.0/1061/whatsapp_business_profile',
    body: { messaging_product: 'whatsapp', about: 'Books', profile_picture_handle: '4::a' },
    ...done,
  },
  'list blocked people': {
    call: (one) => one.listBlockedUsers(number),
    method: 'GET',
    path: '/v25.0/1061/block_users',
    answers: { data: [{ wa_id: '351910000001' }, { user_id: 'PT.1' }, {}] },
    value: {
      rows: [
        { phone: '351910000001', userId: null },
        { phone: null, userId: 'PT.1' },
      ],
      after: null,
    },
  },
  block: {
    call: (one) => one.blockUsers({ ...number, users: ['+351910000001', 'PT.1'] }),
    method: 'POST',
    path: '/v25.0/1061/block_users',
    body: { messaging_product: 'whatsapp', block_users: [{ user: '+351910000001' }, { user: 'PT.1' }] },
    answers: {
      block_users: {
        added_users: [{ input: '+351910000001', wa_id: '351910000001' }],
        failed_users: [{ input: 'PT.1', errors: [{ code: 139100, message: 'no' }] }],
      },
    },
    value: {
      done: ['+351910000001'],
      failed: [{ input: 'PT.1', errors: [expect.objectContaining({ code: 139100 })] }],
    },
  },
  unblock: {
    call: (one) => one.unblockUsers({ ...number, users: ['+351910000001'] }),
    method: 'DELETE',
    path: '/v25.0/1061/block_users',
    body: { messaging_product: 'whatsapp', block_users: [{ user: '+351910000001' }] },
    answers: { block_users: { removed_users: [{ input: '+351910000001' }] } },
    value: { done: ['+351910000001'], failed: [] },
  },
  'list links': {
    call: (one) => one.listMessageLinks({ ...number, image: 'SVG' }),
    method: 'GET',
    path: '/v25.0/1061/message_qrdls?fields=code%2Cprefilled_message%2Cdeep_link_url%2Cqr_image_url.format%28SVG%29',
    answers: { data: [{ code: 'A', prefilled_message: 'Hi', deep_link_url: 'https://wa.me/message/A' }] },
    value: {
      rows: [{ code: 'A', prefilledMessage: 'Hi', deepLinkUrl: 'https://wa.me/message/A', qrImageUrl: null }],
      after: null,
    },
  },
  'save a link': {
    call: (one) => one.saveMessageLink({ ...number, prefilledMessage: 'Hi', code: 'A', image: 'PNG' }),
    method: 'POST',
    path: '/v25.0/1061/message_qrdls',
    body: { prefilled_message: 'Hi', code: 'A', generate_qr_image: 'PNG' },
    answers: { code: 'A', deep_link_url: 'https://wa.me/message/A', qr_image_url: 'https://x' },
    value: expect.objectContaining({ code: 'A', qrImageUrl: 'https://x' }),
  },
  'delete a link': {
    call: (one) => one.deleteMessageLink({ ...number, code: 'A' }),
    method: 'DELETE',
    path: '/v25.0/1061/message_qrdls/A',
    ...done,
  },
  'list templates': {
    call: (one) => one.listTemplates({ ...waba, filter: { status: 'APPROVED', nameOrContent: 'ready' }, limit: 50 }),
    method: 'GET',
    path: /^\/v25\.0\/1022\/message_templates\?fields=id.*&status=APPROVED&name_or_content=ready&limit=50$/,
    answers: page([templateRow, { id: '1' }]),
    value: {
      rows: [expect.objectContaining({ id: '9223372036854775807', qualityScore: 'GREEN', parameterFormat: null })],
      after: 'b',
    },
  },
  'read a template': {
    call: (one) => one.getTemplate({ ...basics, templateId: '55' }),
    method: 'GET',
    path: /^\/v25\.0\/55\?fields=/,
    answers: templateRow,
    value: expect.objectContaining({ name: 'order_ready', components: [{ type: 'BODY', text: 'Hi' }] }),
  },
  'create a template': {
    call: (one) =>
      one.createTemplate({
        ...waba,
        draft: {
          name: 'a',
          language: 'en',
          category: 'UTILITY',
          parameterFormat: 'NAMED',
          components: [],
          messageSendTtlSeconds: 60,
        },
      }),
    method: 'POST',
    path: '/v25.0/1022/message_templates',
    body: {
      name: 'a',
      language: 'en',
      category: 'UTILITY',
      components: [],
      parameter_format: 'NAMED',
      message_send_ttl_seconds: 60,
    },
    answers: { id: '55', status: 'PENDING', category: 'UTILITY' },
    value: { id: '55', status: 'PENDING', category: 'UTILITY' },
  },
  'edit a template': {
    call: (one) => one.editTemplate({ ...basics, templateId: '55', change: { components: [{ type: 'BODY' }] } }),
    method: 'POST',
    path: '/v25.0/55',
    body: { components: [{ type: 'BODY' }] },
    ...done,
  },
  'delete a template': {
    call: (one) => one.deleteTemplates({ ...waba, selection: { name: 'a', templateId: '55' } }),
    method: 'DELETE',
    path: '/v25.0/1022/message_templates?name=a&hsm_id=55',
    ...done,
  },
  'delete several templates': {
    call: (one) => one.deleteTemplates({ ...waba, selection: { templateIds: ['55', '56'] } }),
    method: 'DELETE',
    path: '/v25.0/1022/message_templates?hsm_ids=%5B55%2C56%5D',
    ...done,
  },
  'unpause a template': {
    call: (one) => one.unpauseTemplate({ ...basics, templateId: '55' }),
    method: 'POST',
    path: '/v25.0/55/unpause',
    ...done,
  },
  'archive templates': {
    call: (one) => one.archiveTemplates({ ...waba, templateIds: ['55', '56'] }),
    method: 'POST',
    path: '/v25.0/1022/message_templates/archive',
    body: { hsm_ids: '55,56' },
    answers: { archived_templates: ['55', '56'] },
    value: true,
  },
  'unarchive templates': {
    call: (one) => one.unarchiveTemplates({ ...waba, templateIds: ['55'] }),
    method: 'POST',
    path: '/v25.0/1022/message_templates/unarchive',
    body: { hsm_ids: '55' },
    answers: { unarchived_templates: ['55'] },
    value: true,
  },
  'list catalogues': {
    call: (one) => one.listCatalogs(waba),
    method: 'GET',
    path: '/v25.0/1022/product_catalogs',
    answers: { data: [{ id: '77', name: 'Shop' }, { name: 'No id' }] },
    value: { rows: [{ id: '77', name: 'Shop' }], after: null },
  },
  'settings of the shop': {
    call: (one) => one.getCommerceSettings(number),
    method: 'GET',
    path: '/v25.0/1061/whatsapp_commerce_settings',
    answers: { data: [{ id: '5', is_catalog_visible: true, is_cart_enabled: false }] },
    value: { isCatalogVisible: true, isCartEnabled: false },
  },
  'a number without settings of a shop': {
    call: (one) => one.getCommerceSettings(number),
    method: 'GET',
    path: '/v25.0/1061/whatsapp_commerce_settings',
    answers: { data: [] },
    value: { isCatalogVisible: null, isCartEnabled: null },
  },
  'list products': {
    call: (one) => one.listProducts({ ...basics, catalogId: '77', name: 'bell', limit: 30, after: 'x' }),
    method: 'GET',
    path: /^\/v25\.0\/77\/products\?fields=retailer_id%2C.*&filter=%7B%22name%22%3A%7B%22i_contains%22%3A%22bell%22%7D%7D&limit=30&after=x$/,
    answers: page([
      { retailer_id: 'BELL-22', name: 'Brass bell', price: '£12.00', availability: 'in stock' },
      { name: 'Without a number' },
    ]),
    value: {
      rows: [
        {
          ...{ retailerId: 'BELL-22', name: 'Brass bell', description: null, price: '£12.00' },
          availability: 'in stock',
        },
      ],
      after: 'b',
    },
  },
  'upsert templates': {
    call: (one) => one.upsertTemplates({ ...waba, name: 'code', languages: ['en', 'de'], components: [] }),
    method: 'POST',
    path: '/v25.0/1022/upsert_message_templates',
    body: { name: 'code', languages: ['en', 'de'], category: 'AUTHENTICATION', components: [] },
    answers: { data: [{ id: '55', status: 'APPROVED' }] },
    value: [{ id: '55', status: 'APPROVED', category: null }],
  },
};

describe.each(Object.entries(calls))('%s', (_name, { call, method, path, body, answers, value }) => {
  it('sends the documented call and reads its response', async () => {
    next = { status: 200, body: answers };
    expect(await call(client)).toEqual({ kind: 'ok', value });
    const seen = server.seen.at(-1);
    expect(seen?.method).toBe(method);
    if (typeof path === 'string') expect(seen?.path).toBe(path);
    else expect(seen?.path).toMatch(path);
    expect(seen?.body === '' ? undefined : JSON.parse(seen?.body ?? '')).toEqual(body);
  });

  it('distinguishes an expired token, a missing permission and an invalid response', async () => {
    next = { status: 401, body: { error: { message: 'expired', code: 190 } } };
    expect(await call(client)).toMatchObject({ kind: 'failed', error: { code: 190, pausesChannel: true } });
    next = { status: 403, body: { error: { message: '(#10) no', code: 10, error_data: 'needs management' } } };
    expect(await call(client)).toMatchObject({
      kind: 'failed',
      error: { code: 10, provider: { details: 'needs management' } },
    });
    next = { status: 200, body: '<html>' };
    expect(await call(client)).toMatchObject({ kind: 'retry', reason: 'answer_lost' });
  });
});
