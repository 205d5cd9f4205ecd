import http from 'node:http';
import type { Account } from '../storage/accounts.ts';
import type { Core } from './core.ts';
import type { Repeatable } from './traffic.ts';

/** Longest wait for the answer of a call that is made once more. */
const patienceMs = 70_000;

/**
 * Makes a call of the business once more, byte by byte, with the account's own token: as a call from outside, so that it
 * meets every check and stands in the traffic. A send sends again.
 * @returns the status it was answered with; null when there was no answer
 */
export function repeatCall(core: Core, account: Account, call: Repeatable): Promise<number | null> {
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
