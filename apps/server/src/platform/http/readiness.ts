import type { UnavailableReason } from '@parley/contract/errors';
import type { Fault } from '../db/faults.ts';
import { dataFolders, diskOf, fullBelowBytes } from '../disk.ts';
import { reasonMessages } from '../errors.ts';
import type { Platform } from '../platform.ts';

/** What only time ends refuses all the time: without another refusal for this long it has ended. */
const refusedAgainWithinMs = 3_000;
/** Several proxies may ask at once. */
const sameAnswerMs = 1_000;

export type NotReady = { reason: UnavailableReason; message: string };

/** Whether this process can serve calls. @returns null when it can */
export function createReadiness(platform: Pick<Platform, 'db' | 'config'>): () => Promise<NotReady | null> {
  let answer: Promise<NotReady | null> | undefined;
  async function look(): Promise<NotReady | null> {
    const error = await platform.db.silence.ask();
    if (error !== null) {
      platform.db.faults.note(error);
      return because('database_silent', error.message);
    }
    const fault = platform.db.faults.current().find(isStillRefused);
    if (fault !== undefined) return because(fault.reason, fault.message);
    const full = dataFolders(platform.config).find(
      (folder) => (diskOf(folder)?.free_bytes ?? fullBelowBytes) < fullBelowBytes,
    );
    return full === undefined ? null : because('disk_full', full);
  }
  return () => {
    if (answer === undefined) {
      answer = look();
      void answer.finally(() => setTimeout(() => (answer = undefined), sameAnswerMs).unref());
    }
    return answer;
  };
}

/** A clock that was set back must not prolong it. */
function isStillRefused({ reason, lastAtMs }: Fault): boolean {
  return reason === 'storage_damaged' || Math.abs(Date.now() - lastAtMs) < refusedAgainWithinMs;
}

function because(reason: UnavailableReason, detail: string): NotReady {
  return { reason, message: `${reasonMessages[reason]} (${detail.replaceAll(/\s+/g, ' ')})` };
}
