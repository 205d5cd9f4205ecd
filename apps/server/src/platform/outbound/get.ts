import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AddressRefused, guardedLookup, problemOfSpelling } from './address.ts';

export type OutboundFetch = {
  url: string;
  headers: Record<string, string>;
  /** Until the head of the answer, and again for every silence in its body. */
  timeoutMs: number;
  allowed: readonly string[];
  signal?: AbortSignal | undefined;
};

/** The head of an answer with its body still to be read, or why there is none. */
export type OutboundAnswer =
  | { kind: 'answer'; response: IncomingMessage }
  | { kind: 'refused'; problem: AddressRefused['problem'] }
  | { kind: 'lost'; detail: string };

/**
 * Reads from an address that somebody named: never from private networks, never after a redirect, which is an answer
 * like any other. Never rejects; the caller reads the body to its end or destroys it.
 */
export function getOutside({ url, headers, timeoutMs, allowed, signal }: OutboundFetch): Promise<OutboundAnswer> {
  const problem = problemOfSpelling(url, allowed);
  if (problem !== null) return Promise.resolve({ kind: 'refused', problem });
  const target = new URL(url);
  const options = { agent: false as const, lookup: guardedLookup(target, allowed), headers, signal };
  return new Promise((resolve) => {
    const call = target.protocol === 'https:' ? httpsRequest(target, options) : httpRequest(target, options);
    call.setTimeout(timeoutMs, () => call.destroy(new Error(`silent for ${timeoutMs} ms`)));
    call.on('response', (response) => resolve({ kind: 'answer', response }));
    call.on('error', (error) => {
      if (error instanceof AddressRefused) resolve({ kind: 'refused', problem: error.problem });
      else resolve({ kind: 'lost', detail: (error as { code?: string }).code ?? error.message });
    });
    call.end();
  });
}
