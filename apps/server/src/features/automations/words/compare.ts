import { AppError } from '../../../platform/errors.ts';
import { askAll, isUsedUp } from './ask-thread.ts';
import type { IncomingText } from './incoming-text.ts';
import type { WordList } from './match.ts';

export const slowWords = {
  code: 'slow_words',
  msg: 'Comparing its keywords or patterns with this message took too long. Make them fewer or simpler.',
} as const;

/** Words took longer to compare with a message than an automation may compute. */
export class SlowWords extends Error {
  /** Places of the lists. */
  readonly lists: readonly number[];
  constructor(lists: readonly number[]) {
    super(slowWords.msg);
    this.lists = lists;
  }
}

/** Live automations, and what Admins try out: one never uses up the time of the other. */
export type Purpose = 'live' | 'trial';

/**
 * Compares a message with lists of words, outside of the event loop and within a budget.
 * @returns for each list the first word that the message matches; null when none does
 * @throws SlowWords; AppError too_many_requests for a trial
 */
export async function findWords(
  clientId: string,
  purpose: Purpose,
  incoming: IncomingText,
  lists: readonly WordList[],
): Promise<(string | null)[]> {
  const meter = `${purpose} ${clientId}`;
  if (purpose === 'trial' && isUsedUp(meter)) throw tooMany();
  const taken = await askAll(meter, lists, (some) => ({ incoming, lists: some }));
  const slow = taken.flatMap((one, at) => (typeof one === 'string' ? [at] : []));
  if (slow.length > 0) throw new SlowWords(slow);
  const measured = taken.flatMap((one) => (typeof one === 'string' ? [] : [one]));
  if (measured.length > 0 && isUsedUp(meter)) {
    const most = Math.max(...measured.map(({ ms }) => ms));
    throw new SlowWords([measured.findIndex(({ ms }) => ms === most)]);
  }
  return measured.map(({ found }) => found);
}

function tooMany(): AppError {
  return new AppError('too_many_requests', {
    message: 'Comparing keywords and patterns took too long. Make them fewer or simpler, and try again in a moment.',
    retryAfterS: 1,
  });
}

/** The same with one list. */
export async function findWord(
  clientId: string,
  purpose: Purpose,
  incoming: IncomingText,
  list: WordList,
): Promise<string | null> {
  return (await findWords(clientId, purpose, incoming, [list]))[0] ?? null;
}

/** What is wrong with patterns that were looked at before. */
const known = new Map<string, string | null>();
const mostKnown = 10_000;

/** @returns for each pattern what is wrong with it; null when nothing is */
export async function findPatternProblems(clientId: string, patterns: readonly string[]): Promise<(string | null)[]> {
  if (known.size + patterns.length > mostKnown) known.clear();
  const unknown = [...new Set(patterns)].filter((pattern) => !known.has(pattern));
  const taken = await askAll(`trial ${clientId}`, unknown, (some) => ({ patterns: some }));
  const now = new Map<string, string | null>();
  for (const [at, pattern] of unknown.entries()) {
    const one = taken[at] ?? 'untried';
    if (one === 'untried') now.set(pattern, 'The patterns couldn’t be checked. Try again in a moment.');
    else known.set(pattern, one === 'slow' ? `“${pattern}” is too complex. Make it shorter.` : one.found);
  }
  return patterns.map((pattern) => now.get(pattern) ?? known.get(pattern) ?? null);
}
