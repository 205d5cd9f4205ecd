import type { TenantTx } from '../../../platform/db/sql.ts';
import { likeAccessPath } from './access-paths-repo.ts';
import { escapeLike, Parameters } from './filter-repo.ts';
import {
  forceCustomPlans,
  parseSearchTerm,
  renumberParameters,
  type SearchTerm,
  searchAccessPaths,
  searchCondition,
  searchPatterns,
  type TableContext,
  unnamedStatement,
} from './selection-repo.ts';

/*
 * The search for contacts in other lists, such as conversations. It matches the same contacts as the contacts table,
 * plus trashed contacts, because their conversations stay.
 */

export type ContactSearch = { fragment: SearchTerm; masked: boolean };

/** @returns null for an empty search */
export function parseContactSearch(
  typed: string,
  context: Pick<TableContext, 'masked' | 'country'>,
): ContactSearch | null {
  const fragment = parseSearchTerm(typed, context);
  return fragment === null ? null : { fragment, masked: context.masked };
}

/** @returns a candidate set of ids; null when it is larger than `most` */
export async function findContactIds(
  tx: TenantTx,
  { fragment, masked }: ContactSearch,
  most: number,
): Promise<string[] | null> {
  await tx.rows(forceCustomPlans);
  const parameters = new Parameters(tx.clientId);
  const paths = fragment.short
    ? searchAccessPaths(fragment, masked, parameters, most + 1)
    : [likeAccessPath(searchPatterns(fragment), parameters, most + 1, { trash: true })];
  const used = renumberParameters(`select x.id from (${paths.join(' union ')}) x limit ${most + 1}`, parameters.values);
  const rows = await tx.rows<{ id: string }>(unnamedStatement(used.text), used.values);
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/** LIKE patterns for a name followed by a space and the number, or for the name alone when numbers are masked. */
export function contactSearchPatterns({ fragment }: ContactSearch): string[] {
  return searchPatterns(fragment);
}

/** The same test as `contactSearchCondition` for functions of the database: LIKE patterns, and what they are compared with. */
export function contactSearchTest({ fragment, masked }: ContactSearch): { patterns: string[]; numbers: boolean } {
  const { text, short } = fragment;
  return short
    ? { patterns: [`${escapeLike(text)}%`], numbers: false }
    : { patterns: searchPatterns(fragment), numbers: !masked };
}

/** SQL condition: the contact `c` matches. */
export function contactSearchCondition({ fragment, masked }: ContactSearch, parameters: Parameters): string {
  return searchCondition(fragment, masked, parameters);
}
