/** Validators for parts of outgoing content; each adds its findings with their field. */
import { maxUrlLength } from '@parley/contract/content-limits';
import { isObject, type JsonObject } from './fields.ts';

/** One problem of a message: `field` as in the request, `msg` a sentence for the author. */
export type ContentProblem = { field: string; msg: string };

export class Problems {
  readonly found: ContentProblem[] = [];

  add(field: string, msg: string): void {
    this.found.push({ field, msg });
  }

  /**
   * Text of 1 to `max` characters with more than blanks. WhatsApp does not document its unit; UTF-16 units are never
   * fewer than code points, so that a valid text is valid in either unit.
   * @returns the text, or null when it is missing or not a text
   */
  text(parent: JsonObject, key: string, field: string, max: number): string | null {
    const value = parent[key];
    if (typeof value !== 'string' || value.trim() === '') {
      this.add(field, 'Write a text here.');
      return null;
    }
    return this.#length(value, field, max);
  }

  /** Like `text`, but may be absent or null. */
  optionalText(parent: JsonObject, key: string, field: string, max: number): string | null {
    if (parent[key] == null) return null;
    return this.text(parent, key, field, max);
  }

  object(parent: JsonObject, key: string, field: string): JsonObject | null {
    const value = parent[key];
    if (isObject(value)) return value;
    this.add(field, 'This part is missing.');
    return null;
  }

  /** A list of `min` to `max` objects; other elements are reported and left out. */
  list(parent: JsonObject, key: string, field: string, min: number, max: number): JsonObject[] {
    const value = parent[key];
    if (!Array.isArray(value) || value.length < min || value.length > max) {
      this.add(field, min === max ? `Exactly ${min} expected here.` : `Between ${min} and ${max} expected here.`);
    }
    if (!Array.isArray(value)) return [];
    return value.filter((item, index) => {
      if (isObject(item)) return true;
      this.add(`${field}.${index}`, 'This is not the expected shape.');
      return false;
    });
  }

  oneOf(parent: JsonObject, key: string, field: string, allowed: readonly string[]): string | null {
    const value = parent[key];
    if (typeof value === 'string' && allowed.includes(value)) return value;
    this.add(field, `One of ${allowed.join(', ')} expected.`);
    return null;
  }

  webAddress(parent: JsonObject, key: string, field: string): void {
    const value = parent[key];
    const url = typeof value === 'string' && value.length <= maxUrlLength ? URL.parse(value) : null;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
      this.add(field, `A web address of at most ${maxUrlLength} characters expected, beginning with https.`);
    }
  }

  /** A file is named by an id (ours, or WhatsApp's once it is uploaded) or by a link, never by both. */
  file(content: JsonObject, field: string): void {
    const ids = [content.media_id, content.provider_media_id, content.id].filter((id) => id != null);
    if (ids.some((id) => typeof id !== 'string' || id === '' || id.length > 255)) {
      this.add(`${field}.media_id`, 'The id of a file expected.');
    } else if (content.link == null) {
      if (ids.length === 0) this.add(`${field}.media_id`, 'Choose a file.');
    } else if (ids.length > 0) {
      this.add(`${field}.link`, 'Either a file or a link, not both.');
    } else {
      this.webAddress(content, 'link', `${field}.link`);
    }
  }

  /** Values that must differ, such as the ids of buttons. */
  distinct(values: readonly (string | null)[], field: string, msg: string): void {
    const present = values.filter((value) => value !== null);
    if (new Set(present).size < present.length) this.add(field, msg);
  }

  #length(value: string, field: string, max: number): string {
    if (value.length > max) this.add(field, `At most ${max} characters; these are ${value.length}.`);
    return value;
  }
}

/** Whether some string in the value could not be stored or sent unchanged: NUL or half a surrogate pair. */
export function hasUnsendableText(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  // Deeper than any real content: not sendable either.
  if (depth > 32) return true;
  return Object.entries(value).some(
    ([key, item]) => hasUnsendableText(key, depth) || hasUnsendableText(item, depth + 1),
  );
}
