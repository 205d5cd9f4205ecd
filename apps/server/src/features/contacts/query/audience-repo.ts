import type { Parameters } from './filter-repo.ts';
import {
  type ContactSelection,
  parseSearchTerm,
  searchCondition,
  selectionConditions,
  selectionTests,
  type TableContext,
} from './selection-repo.ts';

/*
 * The audience of a campaign as parts of one statement, so that counting it loads no contacts into memory. `$1` is
 * the account, as everywhere.
 */

/** The next page of ids. */
export type IdPage = { after: string; limit: number };

/**
 * SQL that selects the ids of contacts of a selection.
 * @param page the next ids in order; null: all
 * @param test a further SQL condition on the contact `c`
 */
export function selectContactIds(
  which: ContactSelection,
  context: TableContext,
  parameters: Parameters,
  page: IdPage | null,
  test: string,
): string {
  const all = `select c.id from contacts c where ${selectionCondition(which, context, parameters)} and ${test}`;
  if (page === null) return all;
  return `(${all} and c.id > ${parameters.add(page.after)}::uuid order by c.id limit ${page.limit})`;
}

/** SQL condition: the contact `c` is in a selection. */
export function selectionCondition(which: ContactSelection, context: TableContext, parameters: Parameters): string {
  const parts = selectionConditions(which, context, parameters);
  const fragment = parseSearchTerm(which.search ?? '', context);
  if (fragment !== null) parts.push(searchCondition(fragment, context.masked, parameters));
  return parts.join(' and ');
}

/** SQL condition: a member with this visibility scope sees the contact `c`. */
export function visibilityCondition(
  assignee: ContactSelection['assignee'],
  context: TableContext,
  parameters: Parameters,
): string {
  return assignee === undefined ? 'true' : selectionTests({ assignee }, context, parameters).join(' and ');
}

/** SQL that left joins `i`, the current identity of the number `key`. */
export function joinPhoneOwner(key: string): string {
  return `left join contact_identities i on i.client_id = $1 and i.kind = 'phone' and i.key = ${key} and i.retired_at is null`;
}
