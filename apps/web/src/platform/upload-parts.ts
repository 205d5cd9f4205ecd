import { ApiError } from './errors.ts';

/** Where a file is uploaded to, part by part; `R` is what the server says about it. */
export type PartTarget<R> = {
  /** Begins the upload, or finds the one that was begun. */
  begin(signal: AbortSignal): Promise<R>;
  /** Whether it still takes parts. */
  isOpen(row: R): boolean;
  received(row: R): number;
  send(offset: number, part: Blob, signal: AbortSignal): Promise<R>;
  /** All of it arrived. */
  finish(signal: AbortSignal): Promise<R>;
};

/** Small enough for a slow connection within the timeout of a call. */
const partBytes = 1_048_576;

/**
 * Uploads a file and resumes where it stopped. Waits while offline and continues automatically.
 * @param onProgress called with the bytes received, and whether it waits for the network
 * @throws ApiError when the server refuses it
 */
export async function uploadInParts<R>(
  target: PartTarget<R>,
  blob: Blob,
  onProgress: (bytes: number, waiting: boolean) => void,
  signal: AbortSignal,
): Promise<R> {
  let row: R | null = null;
  for (let failures = 0; ; ) {
    try {
      row ??= await target.begin(signal);
      if (!target.isOpen(row)) return row;
      const offset = target.received(row);
      onProgress(offset, false);
      if (offset >= blob.size) return await target.finish(signal);
      const part = new Blob([blob.slice(offset, offset + partBytes)], { type: 'application/octet-stream' });
      row = await target.send(offset, part, signal);
      failures = 0;
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && error.status < 500 && error.status !== 429)) throw error;
      onProgress(row === null ? 0 : target.received(row), true);
      await pause(Math.min(500 * 2 ** failures++, 15_000), signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
