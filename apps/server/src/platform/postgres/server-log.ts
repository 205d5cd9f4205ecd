// The server's log file and its predecessor, each limited in size.
import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from './embedded-error.ts';

const limitBytes = 5 * 1024 * 1024;
const checkEveryMs = 60_000;
const tailBytes = 8 * 1024;

export type ServerLog = {
  /** Opens the file for a new run of the server; the caller closes the handle once the server has it. */
  open(): number;
  /** Up to `count` lines that were written since the last `open`. */
  lastLines(count: number): string[];
  close(): void;
};

/**
 * Rotates the log between `file` and `file.1`. The server writes to the file directly, so a full one is copied and
 * truncated in place; lines written between the two steps are lost, which saves a separate process.
 */
export function openServerLog(file: string): ServerLog {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let openedAtBytes = 0;
  const timer = setInterval(() => emptyWhenFull(file), checkEveryMs).unref();
  return {
    open() {
      if (existsSync(file) && statSync(file).size > limitBytes) renameSync(file, `${file}.1`);
      const handle = openSync(file, 'a', 0o600);
      openedAtBytes = fstatSync(handle).size;
      return handle;
    },
    lastLines: (count) => readTail(file, openedAtBytes).slice(-count),
    close: () => clearInterval(timer),
  };
}

function emptyWhenFull(file: string): void {
  try {
    if (statSync(file).size <= limitBytes) return;
    copyFileSync(file, `${file}.1`);
    truncateSync(file);
  } catch (error) {
    // The file was removed, or the disk is full: the server must continue, and the next round tries again.
    if (!['ENOENT', 'ENOSPC', 'EDQUOT'].includes(systemErrorCode(error) ?? '')) throw error;
  }
}

function readTail(file: string, fromBytes: number): string[] {
  if (!existsSync(file)) return [];
  const handle = openSync(file, 'r');
  try {
    const size = fstatSync(handle).size;
    const start = Math.max(size - tailBytes, Math.min(fromBytes, size));
    const bytes = Buffer.alloc(size - start);
    const length = readSync(handle, bytes, 0, bytes.length, start);
    return bytes
      .toString('utf8', 0, length)
      .split('\n')
      .filter((line) => line.trim() !== '');
  } finally {
    closeSync(handle);
  }
}
