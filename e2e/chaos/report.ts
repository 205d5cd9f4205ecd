import { inspect } from 'node:util';
import { type Check, passed } from './check.ts';
import type { Kill, Victim } from './killer.ts';
import { everyVictim } from './killer.ts';

const examplesShown = 5;

/** One line per check, what failed first, with the first examples. */
export function printChecks(checks: readonly Check[]): void {
  for (const { name, compared, failures } of [...checks].sort((left, right) => +passed(left) - +passed(right))) {
    console.log(`${failures.length === 0 ? '  ok  ' : 'FAILED'}  ${name} (${compared})`);
    for (const line of failures.slice(0, examplesShown)) console.log(`          ${line}`);
    if (failures.length > examplesShown) console.log(`          and ${failures.length - examplesShown} more`);
  }
}

/** The last line of every tier of tests. */
export function printTotals(checks: readonly Check[]): void {
  const failures = checks.filter((check) => !passed(check)).length;
  console.log(`${checks.length - failures} passed, ${failures} failed`);
}

/** Ends the program with its result; what broke it off is a failure as well. */
export function endWith(main: Promise<boolean>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  main.then(
    (fine) => process.exit(fine ? 0 : 1),
    (error: unknown) => {
      printChecks([
        { name: 'it runs to its end', compared: 1, failures: [inspect(error).replaceAll('\n', '\n          ')] },
      ]);
      console.log('0 passed, 1 failed');
      process.exit(1);
    },
  );
}

export type Spread = { n: number; least: number; median: number; p95: number; most: number };

/** @returns null for no values */
export function spreadOf(values: readonly number[]): Spread | null {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return sorted.length === 0 ? null : { n: sorted.length, least: at(0), median: at(0.5), p95: at(0.95), most: at(1) };
}

/** Milliseconds from a kill until the server was ready again, by victim. */
export function readyTimes(kills: readonly Kill[]): Partial<Record<Victim, Spread>> {
  const times: Partial<Record<Victim, Spread>> = {};
  for (const victim of everyVictim) {
    const spread = spreadOf(kills.flatMap((kill) => (kill.victim === victim ? [kill.readyMs ?? []].flat() : [])));
    if (spread !== null) times[victim] = spread;
  }
  return times;
}

export function printTable(title: string, rows: ReadonlyArray<readonly [string, string | number]>): void {
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(`\n${title}`);
  for (const [name, value] of rows) console.log(`  ${name.padEnd(width)}  ${value}`);
}
