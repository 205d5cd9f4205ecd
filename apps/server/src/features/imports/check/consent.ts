const yes = new Set(['1', 'agreed', 'ok', 'on', 'opted in', 'subscribed', 'true', 'x', 'y', 'yes']);
const no = new Set(['-', '0', 'false', 'n', 'no', 'off', 'opted out', 'unsubscribed']);

/**
 * Parses an opt-in: a date, or yes or no.
 * @param now used for yes
 * @returns null for no, undefined for anything else
 */
export function parseConsent(cell: string, now: string): string | null | undefined {
  const word = cell.trim().toLowerCase();
  if (word === '' || no.has(word)) return null;
  if (yes.has(word)) return now;
  const moment = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(cell) ? new Date(cell) : null;
  return moment === null || Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

const said = {
  out: new Set(['opted out', 'stop', 'unsubscribed']),
  not: new Set(['agreed', 'opted in', 'subscribed']),
};

/**
 * Parses an opt-out: a date, or yes or no. A moment to come counts from now.
 * @param now used for yes
 * @returns null for no, undefined for anything else
 */
export function parseOptOut(cell: string, now: string): string | null | undefined {
  const word = cell.trim().toLowerCase();
  if (said.not.has(word)) return null;
  if (said.out.has(word)) return now;
  const moment = parseConsent(cell, now);
  return typeof moment === 'string' && moment > now ? now : moment;
}

export function isOptOut(cell: string): boolean {
  return parseOptOut(cell, new Date().toISOString()) !== undefined;
}

export function isConsent(cell: string): boolean {
  return parseConsent(cell, 'now') !== undefined;
}
