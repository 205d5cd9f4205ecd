import type { Message } from '@parley/contract/types';

/** Times after which a message that has not left says so (screens.md A6, interfaces.md Status), milliseconds. */
export const noticeAfterMs = { stillQueued: 10_000, whyQueued: 60_000, unknown: 600_000 } as const;

/** What stands under one of our messages when it did not simply go out. */
export type MessageNotice =
  /** It waits, and for how long already decides whether the reason is said. */
  | { kind: 'queued'; reason: string | null }
  | { kind: 'held'; reason: string | null }
  | { kind: 'failed'; reason: string; nextStep: string }
  /** Nobody knows whether the provider has it, and by now nobody will by itself. */
  | { kind: 'unknown' };

type Outgoing = Pick<
  Message,
  'direction' | 'status' | 'send_state' | 'created_at' | 'error' | 'held_reason' | 'waiting_reason'
>;

/** @param nowMs milliseconds since 1970 */
export function messageNoticeOf(message: Outgoing, nowMs: number): MessageNotice | null {
  if (message.direction !== 'OUTGOING') return null;
  if (message.status === -1) {
    return { kind: 'failed', reason: message.error?.message ?? '', nextStep: message.error?.next_step ?? '' };
  }
  if (message.status !== 0) return null;
  const ageMs = nowMs - Date.parse(message.created_at);
  if (message.send_state === 'held') return { kind: 'held', reason: message.held_reason ?? null };
  if (message.send_state === 'unknown') return ageMs >= noticeAfterMs.unknown ? { kind: 'unknown' } : null;
  if (ageMs < noticeAfterMs.stillQueued) return null;
  return { kind: 'queued', reason: ageMs >= noticeAfterMs.whyQueued ? (message.waiting_reason ?? null) : null };
}

/** Milliseconds until what is said about a message may change by time alone; null when it will not. */
export function noticeChangesInMs(message: Outgoing, nowMs: number): number | null {
  if (message.direction !== 'OUTGOING' || message.status !== 0 || message.send_state === 'held') return null;
  const ageMs = nowMs - Date.parse(message.created_at);
  const marks =
    message.send_state === 'unknown' ? [noticeAfterMs.unknown] : [noticeAfterMs.stillQueued, noticeAfterMs.whyQueued];
  const next = marks.find((mark) => mark > ageMs);
  return next === undefined ? null : next - ageMs;
}
