import { parseYesNo, plainWord, wordSet } from '../../contacts/public.ts';

/** What other tools write, beside yes and no, in the languages of the interface. */
const said = {
  marked: wordSet('ok, x'),
  unmarked: wordSet('-'),
  agreed: wordSet(
    `agreed, opted in, subscribed, suscrito, suscrita, inscrito, inscrita, aceptado, aceito, angemeldet, abonniert,
     eingewilligt, zugestimmt, مشترك, موافق, सहमत, ऑप्ट-इन`,
  ),
  left: wordSet(
    `opted out, unsubscribed, baja, dado de baja, dada de baja, descadastrado, descadastrada, cancelado, abgemeldet,
     abbestellt, ألغى الاشتراك, غير مشترك, ऑप्ट-आउट`,
  ),
  stop: wordSet('stop'),
};

/**
 * Parses an opt-in: a date, or yes or no.
 * @param now used for yes
 * @returns null for no, undefined for anything else
 */
export function parseConsent(cell: string, now: string): string | null | undefined {
  const word = plainWord(cell);
  const isYes = parseYesNo(cell);
  if (word === '' || isYes === false || said.unmarked.has(word) || said.left.has(word)) return null;
  if (isYes === true || said.marked.has(word) || said.agreed.has(word)) return now;
  const moment = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(cell) ? new Date(cell) : null;
  return moment === null || Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/**
 * Parses an opt-out: a date, or yes or no. A moment to come counts from now.
 * @param now used for yes
 * @returns null for no, undefined for anything else
 */
export function parseOptOut(cell: string, now: string): string | null | undefined {
  const word = plainWord(cell);
  if (said.agreed.has(word)) return null;
  if (said.left.has(word) || said.stop.has(word)) return now;
  const moment = parseConsent(cell, now);
  return typeof moment === 'string' && moment > now ? now : moment;
}

export function isOptOut(cell: string): boolean {
  return parseOptOut(cell, new Date().toISOString()) !== undefined;
}

export function isConsent(cell: string): boolean {
  return parseConsent(cell, 'now') !== undefined;
}
