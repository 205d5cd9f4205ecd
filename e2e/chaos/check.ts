import type { AgentMessage } from './agents.ts';
import type { DatabaseBook, FreshRead, PhoneBook } from './books.ts';
import type { CustomerMessage } from './customers.ts';
import type { Kill } from './killer.ts';
import type { Screen } from './screen.ts';
import type { Phone } from './world.ts';

/** Everything a run leaves to be compared. */
export type Evidence = {
  phones: Phone[];
  /** What customers wrote, each phone's in order. */
  customers: CustomerMessage[];
  /** What the team wrote, each thread's in order. */
  agents: AgentMessage[];
  phoneBook: PhoneBook;
  database: DatabaseBook;
  fresh: FreshRead;
  screens: Screen[];
  kills: Kill[];
};

/** One thing that was looked at, and what was wrong with it. */
export type Check = { name: string; looked: number; wrong: string[] };

export function passed(check: Check): boolean {
  return check.wrong.length === 0;
}

/** A check that found nothing to look at proves nothing, and fails. */
export function check(name: string, looked: number, wrong: readonly string[]): Check {
  return { name, looked, wrong: looked === 0 ? ['there was nothing to look at', ...wrong] : [...wrong] };
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
