import http from 'node:http';
import type { Account } from '../storage/accounts.ts';
import type { Core } from './core.ts';
import type { ReplayableCall } from './traffic.ts';

/** Timeout of a repeated call. */
const patienceMs = 70_000;

/**
 * Repeats a call of the business, byte by byte, with the account's own token: like a call from outside, it is
 * validated and appears in the traffic. A send sends again.
 * @returns the response's status; null without a response
 */
export function replayCall(core: Core, account: Account, call: ReplayableCall): Promise<number | null> {
  const headers = {
    authorization: `Bearer ${account.token}`,
    'content-length': String(call.bytes.length),
    ...(call.type === '' ? {} : { 'content-type': call.type }),
  };
  const signal = AbortSignal.timeout(patienceMs);
  return new Promise((resolve) => {
    const request = http.request(new URL(call.url, core.baseUrl()), {
      method: call.method,
      headers,
      agent: false,
      signal,
    });
    request.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? null);
    });
    request.on('error', () => resolve(null));
    request.end(call.bytes);
  });
}
