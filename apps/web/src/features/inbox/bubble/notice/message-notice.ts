import { type FixPlace, fixPlaceOf } from '@parley/contract/fix-places';
import type { HoldReason } from '@parley/contract/hold-reasons';
import type { Message, MessageError } from '@parley/contract/types';

/** Times after which a message that has not been sent says so (screens.md A6, interfaces.md Status), milliseconds. */
export const noticeAfterMs = { stillQueued: 10_000, whyQueued: 60_000, unknown: 600_000 } as const;

/** The notice below one of our messages that was not simply sent. */
export type MessageNotice =
  /** Queued; after a longer time the reason is shown. */
  | { kind: 'queued'; reason: string | null }
  | { kind: 'held'; reason: HoldReason | null }
  /** A member decided that it is never sent. @param by a uid or another author */
  | { kind: 'discarded'; by: string }
  | { kind: 'failed'; reason: string; nextStep: string; place: FixPlace | null; details: string | null }
  /** It is unknown whether the provider has it, and no report is expected any more. */
  | { kind: 'unknown' };

type Outgoing = Pick<
  Message,
  'direction' | 'status' | 'send_state' | 'created_at' | 'error' | 'held_reason' | 'waiting_reason' | 'discarded'
>;

/** @param nowMs milliseconds since 1970 */
export function messageNoticeOf(message: Outgoing, nowMs: number): MessageNotice | null {
  if (message.direction !== 'OUTGOING') return null;
  if (message.status === -1) {
    const { error } = message;
    const details = error === undefined ? null : providerWordsOf(error);
    return {
      kind: 'failed',
      reason: sentenceOf(error?.message ?? ''),
      nextStep: error?.next_step ?? '',
      place: fixPlaceOf(error?.provider_code),
      details,
    };
  }
  if (message.status !== 0) return null;
  const ageMs = nowMs - Date.parse(message.created_at);
  if (message.send_state === 'held') return { kind: 'held', reason: message.held_reason ?? null };
  if (message.send_state === 'discarded') return { kind: 'discarded', by: message.discarded?.by ?? '' };
  if (message.send_state === 'unknown') return ageMs >= noticeAfterMs.unknown ? { kind: 'unknown' } : null;
  if (ageMs < noticeAfterMs.stillQueued) return null;
  return { kind: 'queued', reason: ageMs >= noticeAfterMs.whyQueued ? (message.waiting_reason ?? null) : null };
}

/** Reasons are titles; before the next step they end like a sentence. */
function sentenceOf(words: string): string {
  return words === '' || /[.!?…]$/u.test(words) ? words : `${words}.`;
}

/** WhatsApp's code and own words, as one line; null when there are none. */
export function providerWordsOf({ provider_code, provider_title, details }: MessageError): string | null {
  const code = provider_code === undefined ? null : `#${provider_code}`;
  const words = [code, provider_title, details === provider_title ? undefined : details].filter(Boolean);
  return words.length === 0 ? null : words.join(' · ');
}

/** Milliseconds until a notice may change by time alone; null when it will not. */
export function noticeChangesInMs(message: Outgoing, nowMs: number): number | null {
  if (message.direction !== 'OUTGOING' || message.status !== 0) return null;
  if (message.send_state === 'held' || message.send_state === 'discarded') return null;
  const ageMs = nowMs - Date.parse(message.created_at);
  const marks =
    message.send_state === 'unknown' ? [noticeAfterMs.unknown] : [noticeAfterMs.stillQueued, noticeAfterMs.whyQueued];
  const next = marks.find((mark) => mark > ageMs);
  return next === undefined ? null : next - ageMs;
}
