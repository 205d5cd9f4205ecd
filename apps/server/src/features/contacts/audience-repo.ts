import type { Parameters } from './filter-repo.ts';
import { conditions, fragmentCondition, fragmentOf, type TableContext, testsOf, type Which } from './which-repo.ts';

/*
 * People that a broadcast names, as parts of one statement: nobody is carried through memory to be counted. `$1` is the
 * account, as everywhere.
 */

/** Where one walk goes on, and how many it takes at most. */
export type Naming = { after: string; limit: number };

/**
 * SQL that gives the ids of contacts that a part names.
 * @param walk only the next ones in the order of ids; null: all
 */
export function namedBy(which: Which, context: TableContext, parameters: Parameters, walk: Naming | null): string {
  const parts = conditions(which, context, parameters);
  const fragment = fragmentOf(which.search ?? '', context.masked);
  if (fragment !== null) parts.push(fragmentCondition(fragment, context.masked, parameters));
  const all = `select c.id from contacts c where ${parts.join(' and ')}`;
  if (walk === null) return all;
  return `(${all} and c.id > ${parameters.add(walk.after)}::uuid order by c.id limit ${walk.limit})`;
}

/** SQL that tests of the contact `c` whether somebody with such limits sees them. */
export function seenTest(assignee: Which['assignee'], context: TableContext, parameters: Parameters): string {
  return assignee === undefined ? 'true' : testsOf({ assignee }, context, parameters).join(' and ');
}

/** SQL that joins `i`, the identity that holds the number `key` now, if anybody does. */
export function numberOwners(key: string): string {
  return `left join contact_identities i on i.client_id = $1 and i.kind = 'phone' and i.key = ${key} and i.retired_at is null`;
}
