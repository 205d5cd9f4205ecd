/** Tells the operator one line. */
export type Say = (line: string) => void;

const everyMs = 5_000;

/** Passes a line on every five seconds at most. */
export function createProgress(say: Say): (line: string) => void {
  let saidAt = performance.now();
  return (line) => {
    if (performance.now() - saidAt < everyMs) return;
    saidAt = performance.now();
    say(line);
  };
}

/** A size for people. */
export function inWords(sizeBytes: number): string {
  if (sizeBytes < 1_000_000) return `${Math.ceil(sizeBytes / 1_000)} kB`;
  return sizeBytes < 1_000_000_000 ? `${(sizeBytes / 1e6).toFixed(1)} MB` : `${(sizeBytes / 1e9).toFixed(2)} GB`;
}
