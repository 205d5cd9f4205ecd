import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AddressRefused, findAddressFormatProblem, guardedLookup } from './address.ts';

export type OutboundFetch = {
  url: string;
  headers: Record<string, string>;
  /** Until the response header, and again for every pause in its body. */
  timeoutMs: number;
  allowed: readonly string[];
  signal?: AbortSignal | undefined;
};

/** The header of a response with an unread body, or the error. */
export type OutboundAnswer =
  | { kind: 'answer'; response: IncomingMessage }
  | { kind: 'refused'; problem: AddressRefused['problem'] }
  | { kind: 'lost'; detail: string };

/** The other side sent nothing for longer than allowed. */
export class SilentTooLong extends Error {}

/**
 * Reads from a URL entered by a user: never from private networks, and redirects are not followed but returned. Never
 * rejects; the caller reads the whole body or destroys it. A pause in the body ends it with `SilentTooLong`.
 */
export function getExternal({ url, headers, timeoutMs, allowed, signal }: OutboundFetch): Promise<OutboundAnswer> {
  const problem = findAddressFormatProblem(url, allowed);
  if (problem !== null) return Promise.resolve({ kind: 'refused', problem });
  const target = new URL(url);
  const options = { agent: false as const, lookup: guardedLookup(target, allowed), headers, signal };
  return new Promise((resolve) => {
    const call = target.protocol === 'https:' ? httpsRequest(target, options) : httpRequest(target, options);
    let answered: IncomingMessage | undefined;
    call.setTimeout(timeoutMs, () => {
      const silent = new SilentTooLong(`silent for ${timeoutMs} ms`);
      // Its reader would otherwise be told only that the connection broke.
      answered?.destroy(silent);
      call.destroy(silent);
    });
    call.on('response', (response) => {
      answered = response;
      resolve({ kind: 'answer', response });
    });
    call.on('error', (error) => {
      if (error instanceof AddressRefused) resolve({ kind: 'refused', problem: error.problem });
      else resolve({ kind: 'lost', detail: (error as { code?: string }).code ?? error.message });
    });
    call.end();
  });
}
