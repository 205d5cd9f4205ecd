import { startThread, type Thread } from '../../platform/threads/thread.ts';

/** Width and height as displayed, in pixels; null what the file does not say. */
export type MediaMeasures = {
  hasVideoTrack: boolean;
  width: number | null;
  height: number | null;
  durationMs: number | null;
};

/** Ordinary files take some milliseconds; one that is made of endless descriptions is not worth more. */
const limits = { cpuMs: 2_000, megabytes: 64 };
const idleMs = 10_000;

let thread: Thread<string, MediaMeasures | null> | undefined;
let last: Promise<unknown> = Promise.resolve();
let idle: NodeJS.Timeout | undefined;

/** Dimensions and duration of a file: MP4, 3GP, QuickTime or Ogg. @returns null when it cannot be read */
export function measureMedia(path: string): Promise<MediaMeasures | null> {
  const measured = last.then(async () => {
    clearTimeout(idle);
    thread ??= startThread(new URL('./measure-worker.ts', import.meta.url), limits);
    try {
      return await thread.ask(path);
    } catch {
      thread = undefined;
      return null;
    } finally {
      idle = setTimeout(endThread, idleMs).unref();
    }
  });
  last = measured;
  return measured;
}

function endThread(): void {
  void thread?.end();
  thread = undefined;
}
