import { readFileSync } from 'node:fs';

/** Lines of level error and above, unstructured errors, and their stack lines. */
export function logErrors(logFile: string): string[] {
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => isError(line))
    .map((line) => line.slice(0, 400));
}

function isError(line: string): boolean {
  const level = /^\{"level":(\d+)/.exec(line)?.[1];
  return level === undefined ? /^\s+at .*:\d+:\d+\)?$|^\w*error\b/i.test(line) : Number(level) >= 50;
}
