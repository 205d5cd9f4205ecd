import { GraphError } from '../graph/errors.ts';
import { isJsonObject } from '../graph/shape.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Phone } from '../storage/phones.ts';

/* https://developers.facebook.com/documentation/business-messaging/whatsapp/calling/user-call-permissions */

const dayMs = 24 * 3600 * 1000;
/** A permission that is not for always. */
export const permissionMs = 7 * dayMs;
/** Calls in a row that nobody took, after which a permission is gone. */
const mostUnanswered = 4;

const askLimits = [
  { time_period: 'PT24H', ms: dayMs, max_allowed: 1 },
  { time_period: 'P7D', ms: 7 * dayMs, max_allowed: 2 },
] as const;

export function mayCall(account: Account, { calling }: Phone): boolean {
  return calling.allowed && (calling.until_ms === null || calling.until_ms > clockOf(account));
}

/** The customer answers whether they may be called. The caller saves the phone. */
export function noteReply(phone: Phone, content: unknown): void {
  const reply = isJsonObject(content) ? content.call_permission_reply : undefined;
  if (!isJsonObject(reply)) return;
  const untilS = Number(reply.expiration_timestamp);
  phone.calling = {
    ...phone.calling,
    allowed: reply.response === 'accept',
    until_ms: reply.is_permanent === true || !Number.isFinite(untilS) ? null : untilS * 1000,
    unanswered: 0,
  };
}

/** The business asks them. The caller saves the phone. @throws GraphError 138009 too often, 138017 needlessly */
export function noteAsked(account: Account, phone: Phone): void {
  if (phone.calling.allowed && phone.calling.until_ms === null) {
    throw new GraphError(138017, 'The customer permits calls for always');
  }
  const reached = askUsage(account, phone).find(({ current_usage, max_allowed }) => current_usage >= max_allowed);
  if (reached) throw new GraphError(138009, 'The customer was asked as often as is allowed');
  phone.calling = { ...phone.calling, asked_ms: [...phone.calling.asked_ms, clockOf(account)].slice(-2) };
}

/** Both talked: limits begin again. The caller saves the phone. */
export function noteTalked(phone: Phone): void {
  phone.calling = { ...phone.calling, asked_ms: [], unanswered: 0 };
}

/** Nobody took a call of the business. The caller saves the phone. */
export function noteUnanswered(phone: Phone): void {
  const unanswered = phone.calling.unanswered + 1;
  phone.calling = { ...phone.calling, unanswered, allowed: phone.calling.allowed && unanswered < mostUnanswered };
}

/** How often they were asked in each period, and when a limit that is reached ends, s. */
export function askUsage(account: Account, { calling }: Phone) {
  const nowMs = clockOf(account);
  return askLimits.map(({ ms, ...limit }) => {
    const within = calling.asked_ms.filter((atMs) => nowMs - atMs < ms);
    const [first = nowMs] = within;
    const ends = { limit_expiration_time: Math.ceil((first + ms) / 1000) };
    return { ...limit, current_usage: within.length, ...(within.length >= limit.max_allowed ? ends : {}) };
  });
}
