import { isUuid } from '../../platform/ids.ts';

/** The flag of a message that is an answer to the question for a rating. */
export const ratingFlag = 'rating';

const pattern = /^rating:([0-9a-f-]{36}):([1-5])$/;

/** What WhatsApp sends back when an answer is tapped. */
export function answerId(ratingId: string, score: number): string {
  return `rating:${ratingId}:${score}`;
}

/** @returns null when it is no answer of ours */
export function readAnswerId(id: unknown): { ratingId: string; score: number } | null {
  const [, ratingId, score] = (typeof id === 'string' && pattern.exec(id)) || [];
  return ratingId !== undefined && isUuid(ratingId) ? { ratingId, score: Number(score) } : null;
}

/** Whether a customer's message is a tapped answer: it needs no reply, so it opens no conversation. */
export function isRatingAnswer({ type, content }: { type: string; content: unknown }): boolean {
  return type === 'button' && readAnswerId((content as { id?: unknown }).id) !== null;
}

/** The score that an answer of an automation stands for: its buttons are `rating1` to `rating5`; null: it is no rating. */
export function scoreOfChoice(id: string | undefined): number | null {
  const score = /^rating([1-5])$/.exec(id ?? '')?.[1];
  return score === undefined ? null : Number(score);
}
