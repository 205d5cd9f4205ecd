import { digitsIn, plainText } from '@parley/contract/phone-text';

/** Replaces what is left out of requests by placeholders, and puts it back into the answer. */
export type Redaction = { hide(text: string): string; restore(text: string): string };

const shortestName = 3;
const fewestDigits = 7;
/* At most as long as RFC 5321 allows, so that a text is read once however many letters are in one word. */
const emails = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu;
const numbers = /[+\uff0b]?\p{Nd}(?:[\s()./\p{Pd}\p{Cf}]{0,3}\p{Nd}){6,18}/gu;
const date = /^\d{1,4}[-./ ]\d{1,2}[-./ ]\d{1,4}$/;

/**
 * @param names of the contact and of members; their parts are left out too
 * @param includes the account sends names and numbers
 */
export function createRedaction(names: readonly string[], includes: boolean): Redaction {
  if (includes) return { hide: (text) => text, restore: (text) => text };
  const places = new Map<string, string>();
  const originals = new Map<string, string>();
  const next = { name: 0, phone: 0, email: 0 };
  const placeFor = (kind: keyof typeof next, original: string): string => {
    const key = `${kind} ${original.toLowerCase()}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = `[${kind} ${++next[kind]}]`;
    places.set(key, place);
    originals.set(place, original);
    return place;
  };
  const named = nameExpression(names);
  return {
    hide(text) {
      const withoutEmails = text.replaceAll(emails, (found) => placeFor('email', found));
      const withoutNumbers = withoutEmails.replaceAll(numbers, (found) =>
        date.test(plainText(found)) || digitsIn(found).length < fewestDigits ? found : placeFor('phone', found),
      );
      if (named === null) return withoutNumbers;
      return withoutNumbers.replaceAll(named, (found) => placeFor('name', found));
    },
    restore: (text) => text.replaceAll(/\[(?:name|phone|email) \d+\]/g, (place) => originals.get(place) ?? place),
  };
}

/** Whole words, the longest first, so that a full name is one placeholder. */
function nameExpression(names: readonly string[]): RegExp | null {
  const parts = names.flatMap((name) => [name.trim(), ...name.trim().split(/\s+/)]);
  // The placeholders themselves must stay as they are.
  const wanted = [...new Set(parts)].filter(
    (part) => part.length >= shortestName && !/^(?:name|phone|email)$/i.test(part) && /\p{L}/u.test(part),
  );
  if (wanted.length === 0) return null;
  const escaped = wanted.sort((a, b) => b.length - a.length).map((part) => RegExp.escape(part));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}
