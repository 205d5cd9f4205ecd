import { type CallOutcome, toCallOutcome } from './call-outcome.ts';
import { isObject, type JsonObject, readList, readName } from './fields.ts';
import type { CallBasics, Caller } from './graph-call.ts';
import { segment } from './graph-call.ts';
import { readSuccess } from './read-page.ts';

type OfNumber = CallBasics & { phoneNumberId: string };

/**
 * The username of a business number; both null without one. `status`: `reserved` is not shown to customers yet,
 * `approved` is; values that WhatsApp adds later are unchanged.
 */
export type BusinessUsername = { username: string | null; status: string | null };

export type UsernameCalls = {
  getUsername(request: OfNumber): Promise<CallOutcome<BusinessUsername>>;
  /** Usernames that WhatsApp keeps free for this business. */
  listUsernameSuggestions(request: OfNumber): Promise<CallOutcome<string[]>>;
  /** Reserves a username, in place of the one before. Refused when another number has it, of the same portfolio too. */
  setUsername(request: OfNumber & { username: string }): Promise<CallOutcome<{ status: string | null }>>;
  deleteUsername(request: OfNumber): Promise<CallOutcome<true>>;
};

const MAX_NAME = 255;
const MOST_SUGGESTIONS = 20;

export function createUsernameCalls(call: Caller): UsernameCalls {
  const path = (phoneNumberId: string, edge = 'username') => `${segment(phoneNumberId)}/${edge}`;
  return {
    async getUsername({ phoneNumberId, ...basics }) {
      return toCallOutcome(await call({ ...basics, method: 'GET', path: path(phoneNumberId) }), (body) => ({
        username: readName(body, 'username', MAX_NAME),
        status: readName(body, 'status', MAX_NAME),
      }));
    },
    async listUsernameSuggestions({ phoneNumberId, ...basics }) {
      const at = path(phoneNumberId, 'username_suggestions');
      return toCallOutcome(await call({ ...basics, method: 'GET', path: at }), readSuggestions);
    },
    async setUsername({ phoneNumberId, username, ...basics }) {
      const asked = { ...basics, method: 'POST' as const, path: path(phoneNumberId), body: { username } };
      return toCallOutcome(await call(asked), (body) => ({ status: readName(body, 'status', MAX_NAME) }));
    },
    async deleteUsername({ phoneNumberId, ...basics }) {
      return toCallOutcome(await call({ ...basics, method: 'DELETE', path: path(phoneNumberId) }), readSuccess);
    },
  };
}

function readSuggestions(body: JsonObject): string[] {
  const [first] = readList(body, 'data');
  const names = isObject(first) ? readList(first, 'username_suggestions') : [];
  return names.filter((name): name is string => typeof name === 'string').slice(0, MOST_SUGGESTIONS);
}
