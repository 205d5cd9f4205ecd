/** Milliseconds a customer's message opens the reply window for. */
export const replyWindowMs = 24 * 3_600_000;
/** Where no account says when a window is closing soon. */
const usualSoonMs = 6 * 3_600_000;
const lastMs = 3_600_000;

/**
 * The reply window at a moment. `share` (0 to 1) of the 24 hours that is left; `soon` is closing
 * soon; `last` is the last hour, at most the last half of that.
 */
export type ReplyWindow = { kind: 'open' | 'soon' | 'last'; share: number; leftMs: number } | { kind: 'closed' };

/**
 * @param expiresAt RFC 3339 time or null (never opened)
 * @param nowMs the channel's time, milliseconds since 1970
 * @param soonMs how long before its end the window is closing soon
 */
export function replyWindowAt(expiresAt: string | null, nowMs: number, soonMs = usualSoonMs): ReplyWindow {
  const leftMs = expiresAt === null ? 0 : Date.parse(expiresAt) - nowMs;
  if (!(leftMs > 0)) return { kind: 'closed' };
  const kind = leftMs > soonMs ? 'open' : leftMs >= Math.min(lastMs, soonMs / 2) ? 'soon' : 'last';
  return { kind, share: Math.min(1, leftMs / replyWindowMs), leftMs };
}

/** Whole hours and minutes left, rounded down, at least one minute: "0 min left" would be a lie while it is open. */
export function hoursAndMinutes(leftMs: number): { hours: number; minutes: number } {
  const minutes = Math.max(1, Math.floor(leftMs / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
