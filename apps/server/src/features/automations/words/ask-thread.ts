import { createCallRates } from '../../../platform/http/rate-limits.ts';
import { startThread, type Thread } from '../../../platform/threads/thread.ts';
import type { WordsAnswer, WordsQuestion } from './words-worker.ts';

/** Processor time of one answer. Ordinary words take less than one millisecond. */
const limits = { cpuMs: 50, megabytes: 64 };
/** What an answer that takes too long costs all others: itself, and starting the thread again. */
const overrunMs = 400;
/** Processor time of an account, in milliseconds a second; ten times as much at once. */
const msPerS = 250;

/** What each of several took; `slow` took too long alone, `untried` came after an account's time was used up. */
export type Taken = { found: string | null; ms: number } | 'slow' | 'untried';

const rates = createCallRates();
let thread: Thread<WordsQuestion, WordsAnswer> | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Whether an account's time is used up for now. */
export function isUsedUp(meter: string): boolean {
  return (rates.quota(meter, msPerS)?.left ?? 1) < 1;
}

/**
 * Asks about several at once, and about each of them alone when that takes too long.
 * @param meter whose time it is
 */
export async function askAll<Item>(
  meter: string,
  items: readonly Item[],
  question: (items: readonly Item[]) => WordsQuestion,
): Promise<Taken[]> {
  if (items.length === 0) return [];
  const all = await askOnce(meter, question(items));
  if (all !== null) return all;
  if (items.length === 1) return ['slow'];
  const taken: Taken[] = [];
  for (const item of items) {
    const [one] = isUsedUp(meter) ? ['untried' as const] : ((await askOnce(meter, question([item]))) ?? []);
    taken.push(one ?? 'slow');
  }
  return taken;
}

/** One after the other, of all accounts. @returns null when it took too long */
function askOnce(meter: string, question: WordsQuestion): Promise<WordsAnswer | null> {
  const asked = last.then(async () => {
    thread ??= startThread(new URL('./words-worker.ts', import.meta.url), limits);
    try {
      const answer = await thread.ask(question);
      const ms = answer.reduce((sum, one) => sum + one.ms, 0);
      rates.wait(meter, msPerS, ms);
      return answer;
    } catch {
      // Out of memory is another way to take too much.
      thread = undefined;
      rates.wait(meter, msPerS, overrunMs);
      return null;
    }
  });
  last = asked;
  return asked;
}
