import {
  isObject,
  type JsonObject,
  readId,
  readList,
  readName,
  readNumber,
  readObject,
  readPhone,
  readText,
  readUserId,
} from './fields.ts';
import { toStorable } from './storable.ts';
import type { ButtonContent, EventFlag, InboundContent, MediaContent } from './webhook-events.ts';

type ContentReader = (message: JsonObject, flags: Set<EventFlag>) => InboundContent | null;

/** WhatsApp's supported types. A Map, because a type is external input and may be `constructor` or `__proto__`. */
const READERS = new Map<string, ContentReader>([
  ['text', readTextContent],
  ['image', readMedia('image')],
  ['video', readMedia('video')],
  ['audio', readMedia('audio')],
  ['document', readMedia('document')],
  ['sticker', readMedia('sticker')],
  ['location', readLocation],
  ['contacts', readContacts],
  ['button', readTemplateButton],
  ['interactive', readInteractive],
  ['template', readSentTemplate],
  ['reaction', readReaction],
  ['order', readOrder],
  ['system', readSystem],
  ['request_welcome', () => ({ type: 'system', content: { type: 'request_welcome', body: '' } })],
]);

/**
 * Reads a message's content into our stored shape. Never throws: an unknown type, and a known one whose content
 * cannot be read (flag `content_missing`), become `unsupported` with the whole message stored.
 */
export function parseContent(message: JsonObject, providerType: string, flags: Set<EventFlag>): InboundContent {
  const reader = READERS.get(providerType);
  if (reader !== undefined) {
    const content = reader(message, flags);
    if (content !== null) return content;
    flags.add('content_missing');
  }
  return { type: 'unsupported', content: { raw: keep(message, flags) } };
}

/** Stores a structure of WhatsApp unchanged, truncated where it is too deep. */
export function keep(value: unknown, flags: Set<EventFlag>): unknown {
  const storable = toStorable(value);
  if (storable.sanitized) flags.add('sanitized');
  if (storable.truncated) flags.add('truncated');
  return storable.value;
}

/** The message's whole text, including one of only blanks; null when it is not a text. */
function rawText(parent: JsonObject, key: string): string | null {
  const value = parent[key];
  return typeof value === 'string' ? value : readText(parent, key);
}

function readTextContent(message: JsonObject): InboundContent | null {
  const text = readObject(message, 'text');
  const body = text && rawText(text, 'body');
  return body === null ? null : { type: 'text', content: { preview_url: false, body } };
}

function readMedia(type: 'image' | 'video' | 'audio' | 'document' | 'sticker'): ContentReader {
  return (message, flags) => {
    const media = readObject(message, type) ?? {};
    const id = readId(media, 'id');
    // Without a file the message is still shown: a placeholder with the message's errors as the reason.
    if (id === null) flags.add('content_missing');
    const content: MediaContent = {
      provider_media_id: id,
      mime_type: readName(media, 'mime_type', 255),
      sha256: readName(media, 'sha256', 255),
    };
    const caption = rawText(media, 'caption');
    if (caption !== null && caption !== '' && type !== 'sticker') content.caption = caption;
    const filename = type === 'document' ? readName(media, 'filename', 1_024) : null;
    if (filename !== null) content.filename = filename;
    if (type === 'audio') content.voice = media.voice === true;
    if (type === 'sticker') content.animated = media.animated === true;
    return { type, content };
  };
}

function readLocation(message: JsonObject): InboundContent | null {
  const location = readObject(message, 'location');
  if (location === null) return null;
  const latitude = readNumber(location, 'latitude');
  const longitude = readNumber(location, 'longitude');
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  const name = readName(location, 'name', 1_024);
  const address = readName(location, 'address', 1_024);
  const url = readName(location, 'url', 2_048);
  return {
    type: 'location',
    content: {
      latitude,
      longitude,
      ...(name === null ? {} : { name }),
      ...(address === null ? {} : { address }),
      ...(url === null ? {} : { url }),
    },
  };
}

function readContacts(message: JsonObject, flags: Set<EventFlag>): InboundContent | null {
  const cards = readList(message, 'contacts').filter(isObject);
  if (cards.length === 0) return null;
  if (message.origin === 'contact_request') flags.add('contact_request');
  return { type: 'contacts', content: keep(cards, flags) as unknown[] };
}

/** A quick reply of a template. Without a payload WhatsApp returns the label only. */
function readTemplateButton(message: JsonObject): InboundContent | null {
  const button = readObject(message, 'button');
  if (button === null) return null;
  const text = rawText(button, 'text');
  const payload = rawText(button, 'payload');
  if (text === null && payload === null) return null;
  const label = text ?? payload ?? '';
  return { type: 'button', content: { text: label, payload: payload ?? label, kind: 'quick_reply' } };
}

function readInteractive(message: JsonObject, flags: Set<EventFlag>): InboundContent | null {
  const interactive = readObject(message, 'interactive');
  const type = interactive && readText(interactive, 'type');
  if (interactive === null || type === null) return null;
  if (type === 'button_reply' || type === 'list_reply') return readChoice(interactive, type);
  // Flow answers, address forms, call permissions and new kinds are stored in WhatsApp's shape under their type.
  const answer = readObject(interactive, type);
  // What another sender of the number sent: the question, not its answer.
  if (answer === null && readObject(interactive, 'action') !== null) {
    return { type: 'interactive', content: { ...(keep(interactive, flags) as JsonObject), type } };
  }
  if (answer === null || !Object.hasOwn(interactive, type)) return null;
  return { type: 'interactive', content: { type, [type]: keep(answer, flags) } };
}

/** Only other senders of the number send templates: WhatsApp tells of them in the shape of the send call. */
function readSentTemplate(message: JsonObject, flags: Set<EventFlag>): InboundContent | null {
  const template = readObject(message, 'template');
  const name = template && readName(template, 'name', 512);
  if (template === null || name === null) return null;
  const parts = readList(readObject(message, 'definition') ?? {}, 'components').filter(isObject);
  return {
    type: 'template',
    content: {
      name,
      language: readName(readObject(template, 'language') ?? {}, 'code', 255) ?? '',
      components: keep(readList(template, 'components').filter(isObject), flags) as unknown[],
      definition: parts.length === 0 ? null : (keep(parts, flags) as JsonObject[]),
    },
  };
}

function readChoice(interactive: JsonObject, kind: 'button_reply' | 'list_reply'): InboundContent | null {
  const reply = readObject(interactive, kind);
  if (reply === null) return null;
  const title = rawText(reply, 'title');
  const id = rawText(reply, 'id');
  if (title === null && id === null) return null;
  const content: ButtonContent = { text: title ?? id ?? '', payload: id ?? title ?? '', kind };
  if (id !== null) content.id = id;
  const description = rawText(reply, 'description');
  if (description !== null && description !== '') content.description = description;
  return { type: 'button', content };
}

/** An absent or empty emoji removes the reaction. */
function readReaction(message: JsonObject): InboundContent | null {
  const reaction = readObject(message, 'reaction');
  const target = reaction && readId(reaction, 'message_id');
  if (reaction === null || target === null) return null;
  return { type: 'reaction', content: { provider_message_id: target, emoji: readName(reaction, 'emoji', 64) ?? '' } };
}

function readOrder(message: JsonObject, flags: Set<EventFlag>): InboundContent | null {
  const order = readObject(message, 'order');
  if (order === null) return null;
  const items = keep(readList(order, 'product_items').filter(isObject), flags) as unknown[];
  const catalogId = readId(order, 'catalog_id');
  if (items.length === 0 && catalogId === null) return null;
  return {
    type: 'order',
    content: { catalog_id: catalogId, text: rawText(order, 'text') ?? '', product_items: items },
  };
}

/** The customer changed number, user id or security code; the content has the new identity. */
function readSystem(message: JsonObject, flags: Set<EventFlag>): InboundContent | null {
  const system = readObject(message, 'system');
  if (system === null) return null;
  const type = readName(system, 'type', 255) ?? 'unknown';
  const phone = readPhone(system, 'new_wa_id') ?? readPhone(system, 'wa_id');
  const userId = readUserId(system, 'user_id');
  const parentUserId = readUserId(system, 'parent_user_id');
  const identity = readObject(message, 'identity');
  return {
    type: 'system',
    content: {
      type,
      body: rawText(system, 'body') ?? '',
      ...(phone === null ? {} : { phone }),
      ...(userId === null ? {} : { user_id: userId }),
      ...(parentUserId === null ? {} : { parent_user_id: parentUserId }),
      ...(identity === null ? {} : { identity: keep(identity, flags) }),
    },
  };
}
