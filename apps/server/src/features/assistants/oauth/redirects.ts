import type { ApplicationDestination } from '@parley/contract/types';

export const mostRedirects = 10;
const mostChars = 2_000;
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];
/** Schemes that a browser or the system acts on by itself; an application's own has none of these names. */
const actedOn = new Set(
  'about blob chrome data facetime file filesystem ftp intent javascript mailto sms tel vbscript view-source ws wss'.split(
    ' ',
  ),
);

/** What is wrong with an address to which codes are sent; null when nothing is. */
export function findRedirectProblem(text: string): string | null {
  const url = text.length <= mostChars && /^[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null;
  if (url === null) return 'A redirect URI is an absolute address.';
  if (text.includes('#')) return 'A redirect URI has no fragment.';
  if (url.username !== '' || url.password !== '') return 'A redirect URI has no user name or password.';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:') {
    return isLoopback(url) ? null : 'A redirect URI uses https, except on the device itself.';
  }
  const isOwnScheme = /^[a-z][a-z0-9+.-]*:\/?[^/]|^[a-z][a-z0-9+.-]*:\/\/./i.test(text);
  return isOwnScheme && !actedOn.has(url.protocol.slice(0, -1)) ? null : 'This scheme can’t be used in a redirect URI.';
}

/**
 * Whether a code may go to an address: it is one of the known, character by character. Programs on the device take a free
 * port, so that of loopback addresses may differ (RFC 8252, 7.3).
 */
export function isKnownRedirect(known: readonly string[], asked: string): boolean {
  return known.includes(asked) || known.some((each) => isSameButPort(each, asked));
}

function isSameButPort(known: string, asked: string): boolean {
  const [a, b] = [URL.parse(known), URL.parse(asked)];
  if (a === null || b === null || !isLoopback(a) || findRedirectProblem(asked) !== null) return false;
  a.port = '';
  b.port = '';
  return a.href === b.href;
}

function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && loopbackHosts.includes(url.hostname);
}

/** Where an address leads, for people. @param redirect one without a problem */
export function destinationOf(redirect: string): ApplicationDestination {
  const url = new URL(redirect);
  if (isLoopback(url)) return { kind: 'device', name: '' };
  if (url.protocol === 'https:') return { kind: 'website', name: url.host };
  return { kind: 'app', name: url.protocol.slice(0, -1) };
}
