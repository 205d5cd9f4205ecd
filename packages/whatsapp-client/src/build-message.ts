import { SHOWS_PRODUCTS } from './validate-interactive.ts';

export type Customer = { phone: string } | { userId: string };
export type Recipient = Customer | { groupId: string };

export const SENDABLE_TYPES = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'reaction',
  'interactive',
  'template',
] as const;

export type SendableType = (typeof SENDABLE_TYPES)[number];

/** Content in our stored shape: an object, except that `contacts` is the list of cards. */
export type MessageContent = Readonly<Record<string, unknown>> | readonly unknown[];

export type OutgoingMessage = {
  /** Our message id: returned by WhatsApp in every status, the only way to settle a lost response. */
  messageId: string;
  to: Recipient;
  type: SendableType;
  content: MessageContent;
  /** WhatsApp's id of the message replied to. A reaction cannot have one. */
  contextProviderId?: string | null;
  /** Only for a contact whose identity check is on: the message is sent only while their security code is this one. */
  identityKeyHash?: string | null;
};

type Fields = Record<string, unknown>;
type Builder = (content: Fields) => unknown;

const BUILDERS: Readonly<Record<SendableType, Builder>> = {
  text: ({ body, preview_url }) => ({ body, preview_url: preview_url === true }),
  image: (content) => mediaObject(content, ['caption']),
  video: (content) => mediaObject(content, ['caption']),
  audio: (content) => ({ ...mediaObject(content, []), ...(content.voice === true ? { voice: true } : {}) }),
  document: (content) => mediaObject(content, ['caption', 'filename']),
  sticker: (content) => mediaObject(content, []),
  location: (content) => pick(content, ['latitude', 'longitude', 'name', 'address']),
  contacts: (content) => content,
  reaction: ({ provider_message_id, emoji }) => ({ message_id: provider_message_id, emoji: emoji ?? '' }),
  interactive: buildInteractive,
  template: ({ name, language, components, provider_media_id: file }) => ({
    name,
    language: typeof language === 'string' ? { code: language } : language,
    ...(Array.isArray(components) && components.length > 0
      ? { components: typeof file === 'string' ? withHeaderFile(components, { id: file }) : components }
      : {}),
  }),
};

/** The components of a template's send, with an uploaded file of the header (`media_id`) named otherwise. */
export function withHeaderFile(components: readonly Fields[], file: { id: string }): Fields[] {
  return components.map((component) => {
    if (String(component.type).toLowerCase() !== 'header' || !Array.isArray(component.parameters)) return component;
    const parameters = (component.parameters as Fields[]).map((parameter) => {
      const kind = String(parameter.type).toLowerCase();
      const named = parameter[kind];
      if (typeof named !== 'object' || named === null || !('media_id' in named)) return parameter;
      const { media_id: _uploaded, ...rest } = named;
      return { ...parameter, [kind]: { ...rest, ...file } };
    });
    return { ...component, parameters };
  });
}

/**
 * Builds the body of `POST /{phone_number_id}/messages`. The content must be valid: run `validateContent` first.
 * @throws RangeError when the recipient or the message id cannot be sent at all (a bug of the caller)
 */
export function buildSendBody(message: OutgoingMessage): Record<string, unknown> {
  const { messageId, to, type, content, contextProviderId, identityKeyHash } = message;
  // WhatsApp accepts at most 512 characters of it.
  if (messageId === '' || messageId.length > 512) throw new RangeError('message id of 1 to 512 characters expected');
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'groupId' in to ? 'group' : 'individual',
    ...addressOf(to),
    type,
    [type]: BUILDERS[type](content as Fields),
    ...(contextProviderId != null && type !== 'reaction' ? { context: { message_id: contextProviderId } } : {}),
    ...(identityKeyHash == null ? {} : { recipient_identity_key_hash: identityKeyHash }),
    biz_opaque_callback_data: messageId,
  };
}

/** Always with the plus: without it WhatsApp may prepend the business number's country code. */
function addressOf(to: Recipient): { to: string } | { recipient: string } {
  if ('userId' in to) {
    if (to.userId === '') throw new RangeError('user id expected');
    return { recipient: to.userId };
  }
  if ('groupId' in to) {
    if (to.groupId === '') throw new RangeError('group id expected');
    return { to: to.groupId };
  }
  const digits = to.phone.replace(/^\+/, '');
  if (!/^\d{5,20}$/.test(digits)) throw new RangeError('phone number of 5 to 20 digits expected');
  return { to: `+${digits}` };
}

function mediaObject(content: Fields, extras: readonly string[]): Fields {
  return { ...mediaReference(content), ...pick(content, extras) };
}

/** Exactly one of id and link; an uploaded file takes precedence over a link that WhatsApp would have to fetch. */
function mediaReference({ provider_media_id, id, link }: Fields): Fields {
  const known = provider_media_id ?? id;
  return known == null ? { link } : { id: known };
}

/** Interactive content is in WhatsApp's shape; only files in headers may be named by our stored fields, and products described. */
function buildInteractive(stored: Fields): unknown {
  const { media_id: _file, header_file: _facts, provider_media_id: known, ...rest } = stored;
  const { card_files: _cards, provider_media_ids: knownOfCards, ...shown } = rest;
  const { products: _shown, ...sent } = shown;
  const content = SHOWS_PRODUCTS.has(shown.type) ? sent : shown;
  const { action } = content;
  const withHeader = { ...content, ...headerOf(content, () => known) };
  if (typeof action !== 'object' || action === null || !Array.isArray((action as Fields).cards)) return withHeader;
  const uploaded = (knownOfCards ?? {}) as Record<string, string>;
  const cards = ((action as Fields).cards as unknown[]).map((card, card_index) =>
    typeof card === 'object' && card !== null
      ? { card_index, ...card, ...headerOf(card as Fields, (mediaId) => uploaded[mediaId]) }
      : card,
  );
  return { ...withHeader, action: { ...action, cards } };
}

/** @param idOf WhatsApp's id of an uploaded file in it */
function headerOf({ header }: Fields, idOf: (mediaId: string) => unknown): Fields {
  if (typeof header !== 'object' || header === null) return {};
  const { type } = header as Fields;
  if (type !== 'image' && type !== 'video' && type !== 'document') return {};
  const file = (header as Fields)[type];
  if (typeof file !== 'object' || file === null) return {};
  const known = 'media_id' in file ? idOf(String(file.media_id)) : undefined;
  const named = known === undefined ? (file as Fields) : { ...file, provider_media_id: known };
  return { header: { type, [type]: mediaObject(named, type === 'document' ? ['filename'] : []) } };
}

function pick(content: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(keys.filter((key) => content[key] != null).map((key) => [key, content[key]]));
}
