import { cardLimits, locationLimits } from '@parley/contract/content-limits';
import { type MessageContent, SENDABLE_TYPES, type SendableType } from './build-message.ts';
import { type ContentProblem, hasUnsendableText, Problems } from './content-problems.ts';
import { isObject, type JsonObject } from './fields.ts';
import { checkInteractive } from './validate-interactive.ts';
import { checkTemplate } from './validate-template.ts';

/** Documented limits of the message types, in characters. */
export const CONTENT_LIMITS = {
  textBody: 4_096,
  caption: 1_024,
  contacts: cardLimits.cards,
} as const;

type Check = (content: JsonObject, problems: Problems) => void;

const CHECKS: Readonly<Record<Exclude<SendableType, 'contacts'>, Check>> = {
  text: (content, problems) => {
    problems.text(content, 'body', 'text.body', CONTENT_LIMITS.textBody);
  },
  image: checkMedia('image', ['caption']),
  video: checkMedia('video', ['caption']),
  audio: checkMedia('audio', ['voice']),
  document: checkMedia('document', ['caption', 'filename']),
  sticker: checkMedia('sticker', []),
  location: checkLocation,
  reaction: checkReaction,
  interactive: checkInteractive,
  template: checkTemplate,
};

/**
 * Checks content before it is stored and sent, against WhatsApp's documented limits.
 * @param type     a type that can be sent; any other value is one problem with the field `type`
 * @param content  our stored shape, or what a caller sends before the file has WhatsApp's id (`media_id`)
 * @returns        all problems found, [] when it can be sent
 */
export function validateContent(type: string, content: MessageContent | undefined): ContentProblem[] {
  const problems = new Problems();
  if (!isSendable(type)) problems.add('type', `Messages of the type ${type.slice(0, 40)} cannot be sent.`);
  else if (hasUnsendableText(content)) problems.add(type, 'It holds a character that cannot be sent.');
  else if (type === 'contacts') checkContacts(content, problems);
  else if (isObject(content)) CHECKS[type](content, problems);
  else problems.add(type, 'This part is missing.');
  return problems.found;
}

function isSendable(type: string): type is SendableType {
  return (SENDABLE_TYPES as readonly string[]).includes(type);
}

function checkMedia(type: string, allowed: readonly ('caption' | 'filename' | 'voice')[]): Check {
  return (content, problems) => {
    problems.file(content, type);
    if (allowed.includes('caption')) {
      problems.optionalText(content, 'caption', `${type}.caption`, CONTENT_LIMITS.caption);
    } else if (content.caption != null) {
      problems.add(`${type}.caption`, 'This type has no caption.');
    }
    if (allowed.includes('filename')) problems.optionalText(content, 'filename', `${type}.filename`, 255);
    if (allowed.includes('voice') && content.voice != null && typeof content.voice !== 'boolean') {
      problems.add(`${type}.voice`, 'True or false expected.');
    }
  };
}

function checkLocation(content: JsonObject, problems: Problems): void {
  for (const [key, limit] of [
    ['latitude', locationLimits.latitude] as const,
    ['longitude', locationLimits.longitude] as const,
  ]) {
    const value = content[key];
    const inside = typeof value === 'number' && Math.abs(value) <= limit;
    if (!inside) problems.add(`location.${key}`, `A number from -${limit} to ${limit} expected.`);
  }
  // WhatsApp documents no limits for these two; the general limit of a text applies.
  problems.optionalText(content, 'name', 'location.name', locationLimits.text);
  problems.optionalText(content, 'address', 'location.address', locationLimits.text);
}

/** An empty emoji removes the reaction. */
function checkReaction(content: JsonObject, problems: Problems): void {
  const target = content.provider_message_id ?? content.message_id;
  if (typeof target !== 'string' || target === '' || target.length > 255) {
    problems.add('reaction.message_id', 'Name the message to react to.');
  }
  const { emoji } = content;
  if (typeof emoji !== 'string' || (emoji !== '' && !isOneEmoji(emoji))) {
    problems.add('reaction.emoji', 'One emoji expected, or nothing to take it back.');
  }
}

function isOneEmoji(text: string): boolean {
  if (text.length > 64 || !/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text)) return false;
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)[Symbol.iterator]();
  return graphemes.next().value?.segment === text;
}

function checkContacts(content: unknown, problems: Problems): void {
  const cards = problems.list({ contacts: content }, 'contacts', 'contacts', 1, CONTENT_LIMITS.contacts);
  cards.forEach((card, index) => {
    const field = `contacts.${index}`;
    const name = problems.object(card, 'name', `${field}.name`);
    if (name !== null) problems.text(name, 'formatted_name', `${field}.name.formatted_name`, cardLimits.name);
    const { birthday } = card;
    if (birthday != null && (typeof birthday !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(birthday))) {
      problems.add(`${field}.birthday`, 'A date such as 1990-04-12 expected.');
    }
    for (const key of ['phones', 'emails', 'addresses', 'urls']) {
      if (card[key] != null) problems.list(card, key, `${field}.${key}`, 0, cardLimits.values);
    }
  });
}
