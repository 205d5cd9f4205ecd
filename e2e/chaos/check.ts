import type { AgentMessage } from './agents.ts';
import type { CustomerMessage } from './customers.ts';
import type { Phone } from './environment.ts';
import type { Kill } from './killer.ts';
import type { ApiRecords, DatabaseRecords, PhoneRecords } from './records.ts';
import type { Replica } from './replica.ts';

/** The data of a run for comparison. */
export type Evidence = {
  phones: Phone[];
  /** Customers' messages, each phone's in order. */
  customers: CustomerMessage[];
  /** The team's messages, each thread's in order. */
  agents: AgentMessage[];
  phoneRecords: PhoneRecords;
  database: DatabaseRecords;
  api: ApiRecords;
  replicas: Replica[];
  kills: Kill[];
};

/** One check with its failures. */
export type Check = { name: string; compared: number; failures: string[] };

export function passed(check: Check): boolean {
  return check.failures.length === 0;
}

/** A check that compared nothing proves nothing, and fails. */
export function check(name: string, looked: number, wrong: readonly string[]): Check {
  return { name, compared: looked, failures: looked === 0 ? ['there was nothing to look at', ...wrong] : [...wrong] };
}

export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
