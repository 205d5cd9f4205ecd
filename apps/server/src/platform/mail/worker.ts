import type { Platform } from '../platform.ts';
import { openLetter } from './outbox.ts';
import { type ClaimedLetter, claimLetters, markLetterFailed, markLetterSent, nextLetterInMs } from './outbox-repo.ts';
import type { MailTransport, Receipt } from './smtp.ts';

const atOnce = 4;
const longestSleepMs = 30_000;
const firstPauseS = 15;
const longestPauseS = 3_600;

/** Delivers letters until stopped. Several processes at once share the work; a letter may go out twice only when one dies with it in hand. */
export function startMailWorker(platform: Platform, transport: MailTransport): { stop(): Promise<void> } {
  const database = platform.db.system.statements('mail');
  let stopped = false;
  let wake: (() => void) | undefined;
  let hinted = true;
  const off = platform.signal.on('mail', () => {
    hinted = true;
    wake?.();
  });

  async function deliver(letter: ClaimedLetter): Promise<void> {
    const { id, recipient: to, subject, attempts } = letter;
    const receipt = await transport.send({ id, to, subject, ...openLetter(platform.secrets, id, letter.body_enc) });
    if (receipt.kind === 'sent') await markLetterSent(database, id);
    else await markLetterFailed(database, id, receipt.reason, pauseAfter(receipt, attempts));
    if (receipt.kind !== 'sent') platform.log.warn({ letter: id, reason: receipt.reason }, `mail: ${receipt.kind}`);
  }

  async function round(): Promise<number> {
    const letters = await claimLetters(database, atOnce);
    await Promise.all(letters.map(deliver));
    return letters.length;
  }

  async function run(): Promise<void> {
    while (!stopped) {
      hinted = false;
      let sleepMs = longestSleepMs;
      try {
        if ((await round()) > 0) continue;
        sleepMs = Math.min((await nextLetterInMs(database)) ?? longestSleepMs, longestSleepMs);
      } catch (error) {
        platform.log.warn({ err: error }, 'mail: the outbox could not be read or written, trying again');
      }
      if (hinted || stopped) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(sleepMs, 100));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = undefined;
    }
  }

  const running = run();
  return {
    async stop() {
      stopped = true;
      off();
      wake?.();
      await running;
      transport.close();
    },
  };
}

/** Seconds until the next try, doubling to an hour; null when there is none. */
function pauseAfter(receipt: Receipt, attempts: number): number | null {
  return receipt.kind === 'refused' ? null : Math.min(firstPauseS * 2 ** (attempts - 1), longestPauseS);
}
