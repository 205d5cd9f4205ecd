/** `docs/performance.md`: the last result of every figure, made from `bench/results.json`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BarName, bars } from './bars.ts';
import { show } from './interleave.ts';
import type { Machine } from './machine.ts';
import type { Spread, Summary, Verdict } from './summary.ts';

type Result = {
  /** Of the end of its bench, ISO. */
  date: string;
  commit: string;
  /** Average load of a minute when its bench started and when it ended. */
  load: { before: number; after: number };
  rounds: number;
  command: string;
  subject: Spread;
  comparison: Spread | null;
  ratio: Spread | null;
  verdict: Verdict;
};
export type Results = {
  machine: Pick<Machine, 'processor' | 'cores' | 'memoryGb' | 'node' | 'platform'>;
  figures: Partial<Record<BarName, Result>>;
};

const file = join(import.meta.dirname, '..', 'results.json');
const page = join(import.meta.dirname, '..', '..', 'docs', 'performance.md');

export async function readResults(): Promise<Results | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Results);
}

/** Replaces the results of the figures that were measured and writes the page again. */
export async function documentResults(
  bench: string,
  { before, after, summaries }: { before: Machine; after: Machine; summaries: readonly Summary[] },
): Promise<void> {
  const { processor, cores, memoryGb, node, platform } = after;
  const results: Results = {
    machine: { processor, cores, memoryGb, node, platform },
    figures: { ...(await readResults())?.figures },
  };
  for (const { name, subject, comparison, ratio, verdict, rounds } of summaries) {
    results.figures[name as BarName] = {
      date: new Date().toISOString(),
      commit: after.commit,
      load: { before: before.load[0] ?? 0, after: after.load[0] ?? 0 },
      rounds: rounds.length,
      command: `npm run bench -- ${bench}`,
      ...{ subject, comparison, ratio, verdict },
    };
  }
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(page, pageOf(results));
}

const verdicts: Record<Verdict, string> = {
  invalid: '**invalid**',
  missed: '**no**',
  holds: 'yes',
  aim: 'yes',
  'no bar': '',
};

/** Figures in the order of `bars`. */
export function pageOf({ machine, figures }: Results): string {
  const names = Object.keys(bars) as BarName[];
  const rows = names.flatMap((name) => (figures[name] === undefined ? [] : [rowOf(name, figures[name])]));
  const missing = names.filter((name) => figures[name] === undefined);
  return [
    '# Performance',
    '',
    'Written by `npm run bench -- --document`; do not edit. [Measurements](measurements.md) explains the figures, what limits them and what was tried.',
    '',
    `${machine.cores} cores (${machine.processor}), ${machine.memoryGb} GB, Node ${machine.node}, ${machine.platform}; load generator, databases and server on the same machine. Each figure is the median of its rounds with the smallest and the largest; "× base" compares with the base that its name says, or with a minimal server, measured alternately in the same run. The load is the average of a minute before and after: at more than 2 other work disturbed the figure.`,
    '',
    '| What | Measured | Base | × base | Target | Met | Rounds | Load | Date | Command |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    ...(missing.length === 0
      ? []
      : [`Not measured with this command yet: ${missing.map((name) => `\`${name}\``).join(', ')}.`, '']),
  ].join('\n');
}

function rowOf(name: BarName, result: Result): string {
  const bar: (typeof bars)[BarName] & { aim?: number } = bars[name];
  const sign = bar.better === 'more' ? '≥' : '≤';
  const target = bar.bar === null ? '' : `${sign} ${show(bar.bar)}${bar.kind === 'ratio' ? ' ×' : ` ${bar.unit}`}`;
  const cells = [
    `${bar.what} (\`${name}\`)`,
    `${between(result.subject)} ${bar.unit}`,
    result.comparison === null ? '' : between(result.comparison),
    result.ratio === null ? '' : between(result.ratio),
    target,
    verdicts[result.verdict],
    String(result.rounds),
    `${show(result.load.before)} – ${show(result.load.after)}`,
    result.date.slice(0, 10),
    `\`${result.command}\``,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const between = ({ median, least, most }: Spread) =>
  least === most ? show(median) : `${show(median)} (${show(least)}–${show(most)})`;
