import type { BarName } from './bars.ts';

/** What one round of one side gave. */
export type Sample = {
  value: number;
  /** What makes the round worthless: rows lost or doubled, wrong answers. Empty in a good round. */
  faults: string[];
  /** Processor time of everything that took part, load generator included, for one unit of `value`. Microseconds. */
  costUs?: number;
  /** Figures beside it, by name: processor time per event, batch sizes. */
  notes?: Record<string, number>;
};

/** The rounds of one figure; `comparison` is null where a figure stands for itself. */
export type Figure = { name: BarName; rounds: Array<{ subject: Sample; comparison: Sample | null }> };

export type BenchOptions = {
  /** Fewer and shorter rounds: to see that everything runs, not to quote. */
  quick: boolean;
  rounds: number;
  /** Only variants whose name holds this. */
  only: string | undefined;
  /** Length of an open-loop run, seconds. */
  seconds: number;
  /** Also measure a fresh clone, which installs everything from the registry. */
  clone: boolean;
  /** Node flags for the server instead of the product's. */
  nodeFlags: string[] | undefined;
  /** Where to leave processor profiles; the statements that took longest are printed too. Slows what is measured. */
  profile: string | undefined;
  say(line: string): void;
};

export type Bench = { name: string; title: string; run(options: BenchOptions): Promise<Figure[]> };

/** Whether a variant was asked for. */
export function wanted(options: BenchOptions, name: string): boolean {
  return options.only === undefined || name.includes(options.only);
}
