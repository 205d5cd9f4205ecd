import type { User } from '../settings/schema.ts';

/** Whether a member gets no conversations now; their row stays as it is when the time is over. */
export function isAway({ away }: Pick<User, 'away'>, nowMs: number): boolean {
  return away !== undefined && (away.until === null || Date.parse(away.until) > nowMs);
}
