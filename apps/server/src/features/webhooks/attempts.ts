import type { OutboundOutcome } from '../../platform/outbound/post.ts';

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000];
/** Pauses before the second and each later attempt: a little more than three days together. */
export const retryPausesMs: readonly number[] = [
  5 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];
/** An endpoint that took nothing for this long is paused. */
export const pauseAfterMs = 72 * hourMs;

/** @param attempts those before and this one @returns null after the last attempt */
export function retryPauseMs(attempts: number, random: number): number | null {
  const pause = retryPausesMs[attempts - 1];
  // Spread, so that what failed together is not tried again together.
  return pause === undefined ? null : pause * (1 + random / 10);
}

/** What an answer means: taken, refused for good, or to be tried again. */
export function resultOf(outcome: OutboundOutcome): {
  taken: boolean;
  gone: boolean;
  status: number | null;
  error: string | null;
} {
  if (outcome.kind === 'answer') {
    const { status } = outcome;
    const taken = status >= 200 && status < 300;
    return { taken, gone: status === 410, status, error: taken ? null : errorOf(status) };
  }
  const error =
    outcome.kind === 'refused'
      ? 'The address leads into a private network.'
      : `No answer (${outcome.detail.slice(0, 200)}).`;
  return { taken: false, gone: false, status: null, error };
}

function errorOf(status: number): string {
  if (status >= 300 && status < 400) return `Redirected (${status}). Redirects are not followed.`;
  return `Answered ${status}.`;
}
