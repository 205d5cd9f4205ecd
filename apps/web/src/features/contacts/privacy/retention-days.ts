const dayMs = 24 * 3_600_000;

/** The server takes no more. */
export const mostDays = 3_650;

/** @returns the days somebody typed; null when that is no number of days the server takes */
export function daysOf(typed: string): number | null {
  const text = typed.trim();
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= mostDays ? days : null;
}

/** The moment so many days ago, RFC 3339. */
export function olderThan(days: number, now = new Date()): string {
  return new Date(now.getTime() - days * dayMs).toISOString();
}
