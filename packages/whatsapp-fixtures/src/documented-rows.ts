/**
 * WhatsApp's documentation, row by row, in our words. The tests of a part compare their own rows with these lists, so
 * that a row without a test fails.
 */

/** Error codes; codes on one line have one meaning. */
export const errorRows = [
  ...['0', '1', '2', '3', '4', '10', '33', '100', '104', '190', '200-299', '368', '80007', '130403', '130429'],
  ...['130472', '130497', '131000', '131005', '131008', '131009', '131016', '131021', '131026', '131030', '131031'],
  ...['131037', '131042', '131044', '131045', '131047', '131048', '131049', '131050', '131051', '131052', '131053'],
  ...['131055', '131056', '131057', '131062', '131063', '131064', '131020', '131041', '131059', '131201-131215'],
  ...['132000', '132001', '132005', '132007', '132008', '132012', '132015', '132016', '132018', '132068', '132069'],
  ...['133000', '133004', '133005', '133006', '133010', '133008', '133009', '133015', '133016', '134011', '134100'],
  ...['134101', '134102', '135000', '137000', '613', '138000-138999', '139000-139004', '139100-139103'],
  ...['147001-147005', '2388019', '2388024', '2388039', '2388040', '2388047', '2388072', '2388073', '2388293'],
  ...['2388299', '2593107', '2593108', '2494100', '1026', '131014', '131060', '134103', '2388012', '2388077'],
  ...['2388091', '2388093', '2388103', '2494164-2494168', '2494176', '2494177', '2494179', '2593109', '2494191'],
] as const;

/** Recipients, message types, and options of a send. */
export const sendRows = [
  ...(['to a phone number', 'to a business-scoped user id'] as const),
  ...(['text', 'image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts', 'reaction'] as const),
  ...(['quote', 'callback data', 'identity check'] as const),
  ...(['interactive button', 'interactive list', 'interactive cta_url', 'interactive location request'] as const),
  ...(['interactive flow', 'interactive product', 'interactive product_list', 'interactive catalog'] as const),
  ...(['interactive carousel', 'interactive contact info request', 'interactive kinds passed on'] as const),
  ...(['template header text', 'template header image', 'template header video', 'template header gif'] as const),
  ...(['template header document', 'template header location'] as const),
  ...(['template header product', 'template body', 'template quick reply', 'template url', 'template coupon'] as const),
  ...(['template catalog', 'template product list', 'template flow', 'template voice call'] as const),
  ...(['template limited time offer', 'template carousel', 'template tap target'] as const),
  ...(['marketing path', 'read mark', 'read mark with typing'] as const),
] as const;
export type SendRow = (typeof sendRows)[number];

/** Calls about files, and the kinds of file with their limits. */
export const mediaRows = [
  ...(['upload', 'resolve', 'download', 'delete'] as const),
  ...([
    'audio',
    'document',
    'image',
    'sticker',
    'video',
    'moving picture of a template',
    'inbound of any kind',
  ] as const),
  ...(['resumable upload: open', 'resumable upload: send', 'resumable upload: how far'] as const),
] as const;
export type MediaRow = (typeof mediaRows)[number];

/** Types and options of a customer's message. */
export const inboundRows = [
  ...(['text', 'image', 'video', 'document', 'audio', 'sticker', 'location', 'contacts'] as const),
  ...(['contacts: own number', 'reaction', 'reaction taken back', 'template button', 'button reply'] as const),
  ...(['list reply', 'form reply', 'call permission reply', 'interactive without body', 'order'] as const),
  ...(['number changed', 'number changed, old word', 'user id changed', 'identity changed', 'edit', 'revoke'] as const),
  ...(['unsupported', 'welcome', 'unknown type', 'account-level error'] as const),
  ...(['with a quote', 'forwarded', 'forwarded often', 'about a product', 'in a group', 'from an ad'] as const),
  ...(['without a phone number', 'without a name'] as const),
] as const;
export type InboundRow = (typeof inboundRows)[number];

/** Documented statuses. */
export const statusRows = [
  ...(['sent', 'delivered', 'read', 'played', 'failed', 'unknown word'] as const),
  ...(['conversation', 'pricing', 'errors', 'group participant', 'user id only', 'never delivered'] as const),
] as const;
export type StatusRow = (typeof statusRows)[number];

/**
 * Every documented webhook field of `whatsapp_business_account`, from Meta's overview and from the pages that it leaves
 * out: https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/overview. `user_actions` is a
 * list of the field `messages` that has a page of its own.
 */
export const webhookFields = [
  ...(['account_alerts', 'account_review_update', 'account_settings_update', 'account_update'] as const),
  ...(['automatic_events', 'business_capability_update', 'business_username_updates', 'calls'] as const),
  ...(['consumer_profile', 'flows', 'group_lifecycle_update', 'group_participants_update'] as const),
  ...(['group_settings_update', 'group_status_update', 'history', 'message_echoes'] as const),
  ...(['message_template_components_update', 'message_template_quality_update'] as const),
  ...(['message_template_status_update', 'messages', 'messaging_handovers', 'partner_solutions'] as const),
  ...(['payment_configuration_update', 'phone_number_name_update', 'phone_number_quality_update'] as const),
  ...(['security', 'smb_app_state_sync', 'smb_message_echoes', 'standby', 'template_category_update'] as const),
  ...(['tracking_events', 'user_actions', 'user_id_update', 'user_preferences'] as const),
] as const;

/** Other webhook fields and their documented values. */
export const fieldRows = [
  ...(['template approved', 'template rejected', 'template pending', 'template paused', 'template disabled'] as const),
  ...(['template flagged', 'template reinstated', 'template in appeal', 'template limit exceeded'] as const),
  ...(['template locked', 'template pending deletion', 'template deleted', 'template archived'] as const),
  ...(['template unarchived', 'template quality', 'template quality under another field'] as const),
  ...(['template category announced', 'template category changed', 'template components'] as const),
  ...(['number onboarded', 'number throughput upgrade', 'number limit up', 'number limit down'] as const),
  ...(['number flagged', 'number unflagged', 'name approved', 'name deferred', 'name pending'] as const),
  ...(['name rejected', 'account deleted', 'account restricted', 'account may not answer'] as const),
  ...(['account violation', 'account to be disabled', 'account disabled', 'account reinstated'] as const),
  ...(['partner added', 'partner removed', 'app installed', 'app uninstalled', 'account offboarded'] as const),
  ...(['account reconnected', 'volume tier', 'account review', 'account alert', 'account alert over'] as const),
  ...(['capability as a tier', 'capability as a number', 'preference stop', 'preference resume'] as const),
  ...(['security', 'echo', 'echo edited', 'echo revoked', 'address book', 'history', 'group fields'] as const),
  ...(['lead noticed', 'purchase noticed', 'payment configuration', 'username approved', 'username deleted'] as const),
  ...(['click in a marketing message', 'user id rotation', 'fields kept as they are'] as const),
] as const;
export type FieldRow = (typeof fieldRows)[number];
