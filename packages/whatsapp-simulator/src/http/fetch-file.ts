import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { publicLookup, whyNotPublic } from './public-address.ts';

/** A file that could not be had from its address; the message says why, for people. */
export class NotFetched extends Error {}

/** Silence after which a download is given up. */
const silenceMs = 15_000;

/**
 * Begins to read a file from an address that a business named: never from private networks, never after a redirect.
 * @returns the answer with its body still to be read
 * @throws NotFetched refused, unreachable, or answered with something else than 200
 */
export function fetchFile(link: string, allowed: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
  const url = URL.parse(link);
  const refusal = url === null ? 'this is no web address' : whyNotPublic(url, allowed);
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
