import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { nonPublicReason, publicLookup } from './public-address.ts';

/** A file that could not be fetched from its URL; the message explains why. */
export class NotFetched extends Error {}

/** Timeout of a download without data. */
const silenceMs = 15_000;

/**
 * Starts reading a file from a URL entered by a business: never from private networks, never after a redirect.
 * @returns the response with an unread body
 * @throws NotFetched refused, unreachable, or answered with anything but 200
 */
export function fetchFile(link: string, allowed: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
  const url = URL.parse(link);
  const refusal = url === null ? 'this is no web address' : nonPublicReason(url, allowed);
  if (url === null || refusal !== null) return Promise.reject(new NotFetched(refusal ?? ''));
  const options = { agent: false as const, lookup: publicLookup(url, allowed), signal };
  return new Promise((resolve, reject) => {
    const call = (url.protocol === 'https:' ? https : http).get(url, options, (answer) => {
      if (answer.statusCode === 200) return resolve(answer);
      answer.destroy();
      const redirects = (answer.statusCode ?? 0) >= 300 && (answer.statusCode ?? 0) < 400;
      const words = `http code ${answer.statusCode}, status message ${answer.statusMessage || 'none'}`;
      reject(new NotFetched(redirects ? `${words}; redirects are not followed` : words));
    });
    call.setTimeout(silenceMs, () => call.destroy(new Error(`silent for ${silenceMs / 1000} s`)));
    call.on('error', (error) => reject(new NotFetched(error.message)));
  });
}
