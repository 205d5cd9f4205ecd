/** Prints one line for the operator. */
export type PrintLine = (line: string) => void;

const everyMs = 5_000;

/** Prints at most one line every five seconds. */
export function createProgress(say: PrintLine): (line: string) => void {
  let saidAt = performance.now();
  return (line) => {
    if (performance.now() - saidAt < everyMs) return;
    saidAt = performance.now();
    say(line);
  };
}

/** A human-readable size. */
export function formatSize(sizeBytes: number): string {
  if (sizeBytes < 1_000_000) return `${Math.ceil(sizeBytes / 1_000)} kB`;
  return sizeBytes < 1_000_000_000 ? `${(sizeBytes / 1e6).toFixed(1)} MB` : `${(sizeBytes / 1e9).toFixed(2)} GB`;
}
