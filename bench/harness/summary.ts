import { type Bar, bars } from './bars.ts';
import type { Figure } from './bench.ts';
import { show } from './interleave.ts';

export type Spread = { median: number; least: number; most: number };

export type Verdict = 'invalid' | 'missed' | 'holds' | 'aim' | 'no bar';

export type Summary = {
  name: string;
  bar: Bar;
  subject: Spread;
  comparison: Spread | null;
  /** Medians of the rounds' own ratios, not the ratio of medians: both sides of a ratio ran in the same minute. */
  ratio: Spread | null;
  /** The same ratio by processor time, which other work on the machine disturbs least. */
  costRatio: Spread | null;
  verdict: Verdict;
  faults: string[];
  notes: Record<string, number>;
  rounds: Figure['rounds'];
};

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return { median: (low + high) / 2, least: sorted[0] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN };
}

/** A bar is met when the median (or, if it says so, every round) meets it and no round was faulty. */
export function summarise(figure: Figure): Summary {
  const bar: Bar = bars[figure.name];
  const { rounds } = figure;
  const pairs = rounds.flatMap(({ subject, comparison }) =>
    comparison === null ? [] : [{ subject: subject.value, comparison: comparison.value }],
  );
  const ratio = pairs.length === 0 ? null : spreadOf(pairs.map((pair) => pair.subject / pair.comparison));
  const subject = spreadOf(rounds.map((round) => round.subject.value));
  const faults = rounds.flatMap((round) => [...round.subject.faults, ...(round.comparison?.faults ?? [])]);
  const spread = bar.kind === 'ratio' ? ratio : subject;
  const worst = bar.better === 'more' ? spread?.least : spread?.most;
  const measured = bar.everyRound === true ? worst : spread?.median;
  const names = new Set(rounds.flatMap((round) => Object.keys(round.subject.notes ?? {})));
  return {
    name: figure.name,
    bar,
    subject,
    comparison: pairs.length === 0 ? null : spreadOf(pairs.map((pair) => pair.comparison)),
    ratio,
    costRatio: costRatioOf(rounds),
    verdict: verdictOf(bar, measured, faults),
    faults,
    notes: Object.fromEntries(
      [...names].map((name) => [name, spreadOf(rounds.flatMap((round) => round.subject.notes?.[name] ?? [])).median]),
    ),
    rounds,
  };
}

function costRatioOf(rounds: Figure['rounds']): Spread | null {
  const ratios = rounds.flatMap(({ subject, comparison }) =>
    subject.costUs === undefined || comparison?.costUs === undefined ? [] : [comparison.costUs / subject.costUs],
  );
  return ratios.length === 0 ? null : spreadOf(ratios);
}

function verdictOf(bar: Bar, measured: number | undefined, faults: readonly string[]): Verdict {
  if (faults.length > 0) return 'invalid';
  if (bar.bar === null) return 'no bar';
  const meets = (mark: number) =>
    measured !== undefined && (bar.better === 'more' ? measured >= mark : measured <= mark);
  if (!meets(bar.bar)) return 'missed';
  return bar.aim !== undefined && meets(bar.aim) ? 'aim' : 'holds';
}

const between = ({ median, least, most }: Spread) => `${show(median)} (${show(least)}-${show(most)})`;

/** One line per figure, columns aligned. */
export function printTable(summaries: readonly Summary[], say: (line: string) => void): void {
  const rows = summaries.map((summary) => {
    const { bar } = summary;
    const sign = bar.better === 'more' ? '≥' : '≤';
    const mark =
      bar.bar === null ? '' : `${sign} ${show(bar.bar)}${bar.aim === undefined ? '' : `, aim ${show(bar.aim)}`}`;
    return [
      bar.what,
      `${between(summary.subject)} ${bar.unit}`,
      summary.comparison === null ? '' : between(summary.comparison),
      summary.ratio === null ? '' : between(summary.ratio),
      bar.kind === 'ratio' && mark !== '' ? `${mark} x` : mark,
      summary.verdict,
    ];
  });
  const head = ['what', 'measured', 'baseline', 'x base', 'bar', ''];
  const all = [head, ...rows];
  const widths = head.map((_title, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  for (const row of all)
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  for (const { name, notes, faults, costRatio } of summaries) {
    const words = Object.entries(notes).map(([key, value]) => `${key} ${show(value)}`);
    if (costRatio !== null) words.unshift(`${between(costRatio)} x base by processor time`);
    if (words.length > 0) say(`${name}: ${words.join(', ')}`);
    for (const fault of faults) say(`${name}: INVALID: ${fault}`);
  }
}
