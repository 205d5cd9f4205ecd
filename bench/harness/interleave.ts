import { loadavg } from 'node:os';
import type { BarName } from './bars.ts';
import type { BenchOptions, Figure, Sample } from './bench.ts';

type Side = (round: number) => Promise<Sample>;

/**
 * Runs subject and comparison alternately, so that both run in the same minutes; the first one alternates every
 * round. Round 0 of each side warms up and is not counted; of a `cold` subject the first round counts too.
 */
export async function interleave(
  options: BenchOptions,
  name: BarName,
  sides: { subject: Side; comparison: Side | null; cold?: boolean },
): Promise<Figure> {
  if (sides.cold !== true) await sides.subject(0);
  await sides.comparison?.(0);
  const rounds: Figure['rounds'] = [];
  for (let round = 1; round <= options.rounds; round++) {
    const first = round % 2 === 1;
    let comparison = first ? await run(sides.comparison, round) : null;
    const subject = await sides.subject(round);
    if (!first) comparison = await run(sides.comparison, round);
    rounds.push({ subject, comparison });
    const cost = comparison?.costUs === undefined ? '' : ` (${show(comparison.costUs)} µs each)`;
    const beside = comparison === null ? '' : ` beside ${show(comparison.value)}${cost}`;
    const faults = [...subject.faults, ...(comparison?.faults ?? [])];
    const notes = Object.entries(subject.notes ?? {}).map(([key, value]) => `${key} ${show(value)}`);
    options.say(
      `  ${name} round ${round}: ${show(subject.value)}${beside}${notes.length > 0 ? `, ${notes.join(', ')}` : ''}` +
        ` (load ${loadavg()[0]?.toFixed(1)})${faults.length > 0 ? ` FAULTS: ${faults.join('; ')}` : ''}`,
    );
  }
  return { name, rounds };
}

async function run(side: Side | null, round: number): Promise<Sample | null> {
  return side === null ? null : side(round);
}

/** A figure with its significant digits. */
export function show(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
