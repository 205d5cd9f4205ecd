import type { BarName } from './bars.ts';

/** The result of one round of one side. */
export type Sample = {
  value: number;
  /** Faults that invalidate the round: rows lost or duplicated, wrong responses. Empty in a valid round. */
  faults: string[];
  /** Processor time of everything involved, including the load generator, for one unit of `value`. Microseconds. */
  costUs?: number;
  /** Further figures, by name: processor time per event, batch sizes. */
  notes?: Record<string, number>;
};

/** The rounds of one figure; `comparison` is null where a figure has none. */
export type Figure = { name: BarName; rounds: Array<{ subject: Sample; comparison: Sample | null }> };

export type BenchOptions = {
  /** Fewer and shorter rounds: to check that everything runs, not to quote. */
  quick: boolean;
  rounds: number;
  /** Only variants whose name includes this. */
  only: string | undefined;
  /** Length of an open-loop run, seconds. */
  seconds: number;
  /** Also measure a fresh clone, which installs everything from the registry. */
  clone: boolean;
  /** Node flags for the server instead of the product's. */
  nodeFlags: string[] | undefined;
  /** The folder for processor profiles; the slowest statements are printed too. Slows the measurement. */
  profile: string | undefined;
  say(line: string): void;
};

export type Bench = { name: string; title: string; run(options: BenchOptions): Promise<Figure[]> };

/** Whether a variant was selected. */
export function wanted(options: BenchOptions, name: string): boolean {
  return options.only === undefined || name.includes(options.only);
}
