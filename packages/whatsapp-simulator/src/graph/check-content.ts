import { checkInteractive } from './check-interactive.ts';
import { checkMediaSource, type HasMedia } from './check-media-source.ts';
import { GraphError } from './errors.ts';
import {
  isJsonObject,
  type JsonObject,
  listAt,
  missing,
  objectAt,
  objectIn,
  onlyKeys,
  requiredTextAt,
  textAt,
  wrong,
} from './shape.ts';

type Check = (content: JsonObject, hasMedia: HasMedia) => void;

const checks: Readonly<Record<string, Check>> = {
  text(text) {
    onlyKeys(text, 'text', ['body', 'preview_url']);
    requiredTextAt(text, 'body', 'text.body', 4096);
    if (text.preview_url !== undefined && typeof text.preview_url !== 'boolean') {
      throw wrong('text.preview_url', 'must be true or false');
    }
  },
  image: media('image', ['caption']),
  video: media('video', ['caption']),
  audio: media('audio', ['voice']),
  document: media('document', ['caption', 'filename']),
  sticker: media('sticker', []),
  location(location) {
    onlyKeys(location, 'location', ['latitude', 'longitude', 'name', 'address']);
    coordinate(location, 'latitude', 90);
    coordinate(location, 'longitude', 180);
    textAt(location, 'name', 'location.name', { max: 1000, optional: true });
    textAt(location, 'address', 'location.address', { max: 1000, optional: true });
  },
  reaction(reaction) {
    onlyKeys(reaction, 'reaction', ['message_id', 'emoji']);
    requiredTextAt(reaction, 'message_id', 'reaction.message_id', 255);
    const emoji = textAt(reaction, 'emoji', 'reaction.emoji', { max: 16, min: 0 });
    if (emoji && !/\p{Extended_Pictographic}|\p{Emoji}\ufe0f?\u20e3|\p{Regional_Indicator}/u.test(emoji)) {
      throw wrong('reaction.emoji', 'must be an emoji');
    }
  },
  interactive: checkInteractive,
};

/** Types a message may have; `template` is checked by its own file. */
export const sendTypes: readonly string[] = [...Object.keys(checks), 'contacts', 'template'];

/**
 * Checks the `<type>` object of a send other than a template.
 * @throws GraphError 131008 missing, 131009 wrong, 100 unknown or too long, 131051 no such type
 */
export function checkContent(type: string, body: JsonObject, hasMedia: HasMedia): unknown {
  if (type === 'contacts') return checkContacts(body);
  const check = checks[type];
  if (!check) throw new GraphError(131051, `type ${type} is not supported`);
  const content = objectAt(body, type, type);
  check(content, hasMedia);
  return content;
}

function media(type: string, extra: string[]): Check {
  return (content, hasMedia) => {
    onlyKeys(content, type, ['id', 'link', ...extra]);
    checkMediaSource(content, type, hasMedia);
    textAt(content, 'caption', `${type}.caption`, { max: 1024, optional: true });
    textAt(content, 'filename', `${type}.filename`, { max: 240, optional: true });
    if (content.voice !== undefined && typeof content.voice !== 'boolean') {
      throw wrong(`${type}.voice`, 'must be true or false');
    }
  };
}

function coordinate(location: JsonObject, key: string, bound: number): void {
  const value = location[key];
  if (value === undefined || value === null || value === '') throw missing(`location.${key}`);
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !(Math.abs(number) <= bound)) throw wrong(`location.${key}`, 'must be degrees');
}

function checkContacts(body: JsonObject): unknown {
  const cards = listAt(body, 'contacts', 'contacts', 1, 257);
  for (const [index, card] of cards.entries()) {
    const path = `contacts[${index}]`;
    const contact = objectIn(card, path);
    onlyKeys(contact, path, ['name', 'phones', 'emails', 'addresses', 'org', 'urls', 'birthday']);
    requiredTextAt(objectAt(contact, 'name', `${path}.name`), 'formatted_name', `${path}.name.formatted_name`, 1024);
    for (const list of ['phones', 'emails', 'addresses', 'urls']) {
      const entries = contact[list];
      if (entries !== undefined && !(Array.isArray(entries) && entries.every(isJsonObject))) {
        throw wrong(`${path}.${list}`, 'must be a list of objects');
      }
    }
    const { birthday } = contact;
    if (birthday !== undefined && !(typeof birthday === 'string' && /^\d{4}-\d\d-\d\d$/.test(birthday))) {
      throw wrong(`${path}.birthday`, 'must be YYYY-MM-DD');
    }
  }
  return cards;
}
