const yes = new Set(['1', 'agreed', 'ok', 'on', 'opted in', 'subscribed', 'true', 'x', 'y', 'yes']);
const no = new Set(['-', '0', 'false', 'n', 'no', 'off', 'opted out', 'unsubscribed']);

/**
 * When somebody agreed, as a cell says it: with a date, or yes or no.
 * @param now stands for yes
 * @returns null for no, undefined for what is neither
 */
export function readAgreement(cell: string, now: string): string | null | undefined {
  const word = cell.trim().toLowerCase();
  if (word === '' || no.has(word)) return null;
  if (yes.has(word)) return now;
  const moment = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(cell) ? new Date(cell) : null;
  return moment === null || Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

export function isAgreement(cell: string): boolean {
  return readAgreement(cell, 'now') !== undefined;
}
