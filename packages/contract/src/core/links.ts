import { isDomain } from './domains.ts';

/** `text`: as it stands in the message; `href`: http, https, mailto or tel. */
export type Link = { text: string; href: string };

/** What ends an address: spaces, quotes, the punctuation of other scripts, and signs of direction. */
const inAddress = String.raw`[^\s<>"“”„«»،؛؟۔。、，！？：；…（）「」『』【】《》\u200b-\u200f\u202a-\u202e\u2066-\u2069]`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const host = String.raw`${label}(?:\.${label})+(?![\p{L}\p{M}\p{N}])`;

const address = new RegExp(String.raw`https?:\/\/${inAddress}+`, 'iuy');
const mail = new RegExp(`[a-z0-9][a-z0-9._%+-]{0,63}@(${host})`, 'iuy');
const site = new RegExp(String.raw`(${host})(?::\d{1,5})?(?:[/?#]${inAddress}*)?`, 'iuy');
/** ITU E.164: up to 15 digits; written with spaces as in E.123. */
const phone = /\+\d(?:[ ().\-\u00a0]{0,2}\d){7,14}(?!\d)/uy;

const letterOrDigit = /[\p{L}\p{M}\p{N}]/u;
const writtenWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

/**
 * The link that begins at a place of a text, as customers and browsers read it: an address with http or https, a website or
 * email address with a known ending, or an international phone number.
 * @param to where it ends at the latest
 */
export function linkAt(text: string, from: number, to: number): Link | null {
  const first = text.charAt(from);
  const before = text.charAt(from - 1);
  if (first !== '+' && !letterOrDigit.test(first)) return null;
  if (letterOrDigit.test(before)) return writtenWithoutSpaces.test(before) ? addressAt(text, from, to) : null;
  if (first === '+') return phoneAt(text, from, to);
  return (
    addressAt(text, from, to) ?? (/[@/.\\-]/.test(before) ? null : (mailAt(text, from, to) ?? siteAt(text, from, to)))
  );
}

function matchAt(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

function addressAt(text: string, from: number, to: number): Link | null {
  const found = matchAt(address, text, from)?.[0].slice(0, to - from);
  return found === undefined ? null : webLink(trimEnd(found), '');
}

function siteAt(text: string, from: number, to: number): Link | null {
  const [found, name = ''] = matchAt(site, text, from) ?? [];
  if (found === undefined || from + name.length > to) return null;
  return isDomain(name) || /^www\./i.test(name) ? webLink(trimEnd(found.slice(0, to - from)), 'https://') : null;
}

function webLink(text: string, protocol: string): Link | null {
  const parsed = URL.parse(protocol + text);
  // The patterns allow only these two protocols; checked again where it matters.
  return parsed?.protocol === 'http:' || parsed?.protocol === 'https:' ? { text, href: parsed.href } : null;
}

function mailAt(text: string, from: number, to: number): Link | null {
  const [found, name = ''] = matchAt(mail, text, from) ?? [];
  if (found === undefined || from + found.length > to || !isDomain(name)) return null;
  return { text: found, href: `mailto:${encodeURI(found)}` };
}

function phoneAt(text: string, from: number, to: number): Link | null {
  const found = matchAt(phone, text, from)?.[0];
  return found === undefined || from + found.length > to
    ? null
    : { text: found, href: `tel:+${found.replaceAll(/\D/g, '')}` };
}

const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Punctuation after an address belongs to the sentence, and so does a bracket that the address did not open. An underscore
 * stays: names on Instagram end with it.
 */
function trimEnd(found: string): string {
  const open = new Map(
    Object.entries(closing).map(([end, begin]) => [end, found.split(begin).length - found.split(end).length]),
  );
  for (let end = found.length; ; end -= 1) {
    const last = found.charAt(end - 1);
    const unopened = open.get(last) ?? 0;
    if (unopened < 0) open.set(last, unopened + 1);
    else if (!/[.,!?;:'’*~]/.test(last)) return found.slice(0, end);
  }
}
