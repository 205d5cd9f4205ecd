import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second on every architecture we run on. */
const ticksPerSecond = 100;

/**
 * Seconds of processor time that this process and everything below it took; what it started counts once it has ended.
 * A process that outlived the one that started it is left out.
 */
export function processorSeconds(): number {
  // The second field is the program's name in parentheses, which may have spaces.
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / ticksPerSecond;
}
