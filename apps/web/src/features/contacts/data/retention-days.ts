const dayMs = 24 * 3_600_000;

/** The server's limit. */
export const maxDays = 3_650;

/** @returns the typed number of days; null when the server would not accept it */
export function daysOf(typed: string): number | null {
  const text = typed.trim();
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= maxDays ? days : null;
}

/** The time a number of days ago, RFC 3339. */
export function olderThan(days: number, now = new Date()): string {
  return new Date(now.getTime() - days * dayMs).toISOString();
}
