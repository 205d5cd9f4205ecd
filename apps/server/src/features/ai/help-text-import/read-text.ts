import { startThread, ThreadEnded, ThreadOverran } from '../../../platform/threads/thread.ts';
import type { SplitText } from './split-texts.ts';
import type { TextKind } from './text-kind.ts';

/** What the thread says. */
export type ReadAnswer = { texts: SplitText[] } | { problem: 'password' | 'damaged' };

/** Ordinary pages take some milliseconds, long PDF files some seconds. */
const limits = { cpuMs: 10_000, megabytes: 256 };

let last: Promise<unknown> = Promise.resolve();

/** The texts of a page or file, in a thread of its own, one at a time. @param bytes taken over by the thread @param name of what has none */
export function readText(
  bytes: Uint8Array<ArrayBuffer>,
  question: { kind: TextKind; encoding: string; name: string },
): Promise<ReadAnswer | { problem: 'too_much' }> {
  const read = last.then(async () => {
    const script = new URL('./read-worker.ts', import.meta.url);
    const given = { data: bytes, transfer: [bytes.buffer] };
    const thread = startThread<typeof question, ReadAnswer>(script, limits, given);
    try {
      return await thread.ask(question);
    } catch (error) {
      if (error instanceof ThreadOverran || error instanceof ThreadEnded) return { problem: 'too_much' as const };
      throw error;
    } finally {
      await thread.end();
    }
  });
  last = read.catch(() => undefined);
  return read;
}
