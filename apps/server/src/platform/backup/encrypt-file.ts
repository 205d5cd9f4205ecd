import { startThread } from '../threads/thread.ts';

/** Paths; `to` must not exist. */
export type FileToEncrypt = { from: string; to: string; passphrase: string };

/** A terabyte takes hours: what ends a thread is that it is stuck. */
const limits = { cpuMs: 24 * 3_600_000, megabytes: 256 };

let last: Promise<unknown> = Promise.resolve();

/**
 * Encrypts a file in the age format: in a thread, because a second without a pause would delay everyone's messages, and one
 * file at a time, because a passphrase takes 256 MB.
 * @throws when it can't be written, or the signal is aborted
 */
export function encryptFile(file: FileToEncrypt, signal: AbortSignal): Promise<void> {
  const done = last.then(() => run(file, signal));
  last = done.catch(() => undefined);
  return done;
}

async function run(file: FileToEncrypt, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const thread = startThread<FileToEncrypt, null | { problem: string }>(
    new URL('./encrypt-file-worker.ts', import.meta.url),
    limits,
  );
  const stop = () => void thread.end();
  signal.addEventListener('abort', stop);
  try {
    const answer = await thread.ask(file);
    if (answer !== null) throw new Error(answer.problem);
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.end();
  }
}
