import { foldText } from '@parley/contract/fold-text';
import { formsOfBeginning, phoneForms } from '@parley/contract/phone-forms';
import { parsePhone, withCountryCode } from '@parley/contract/phone-number';
import { digitsIn, isNumberText } from '@parley/contract/phone-text';
import type { Filter } from '@parley/contract/types';
import { type Statement, statement, type TenantTx } from '../../../platform/db/sql.ts';
import { accessPaths, likeAccessPath, listAccessPath } from './access-paths-repo.ts';
import {
  compileFilter,
  escapeLike,
  type FilterContext,
  lastCharacter,
  Parameters,
  visibleName,
} from './filter-repo.ts';

/**
 * A selection of contacts: filter, search, list, and the visibility scope of the viewer. Stored with bulk operations,
 * so the names must not change.
 */
export type ContactSelection = {
  filter?: Filter | undefined;
  /** As typed. */
  search?: string | undefined;
  listId?: string | undefined;
  /** True: without sandbox contacts, for counts and exports; false: only sandbox contacts. */
  real?: boolean;
  /** Included and excluded ids. */
  ids?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
  /** Only contacts with threads assigned to this member or their groups, in these channels. */
  assignee?: { id: string; channelIds: readonly string[] | null; groupIds?: readonly string[] } | undefined;
};

/** `country`: the account's, for national numbers. */
export type TableContext = FilterContext & { country: string };

/** For selections without custom fields and without a search. */
export const contextWithoutFields: TableContext = { fields: new Map(), masked: false, country: '', timeZone: 'UTC' };

/*
 * Generic plans are wrong here, because the rarity of a value decides the access path. A statement without a name is
 * planned each time, and one that reads much of an account may use a second process.
 */
export const forceCustomPlans = statement(
  'contacts.force_custom_plans',
  `select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('work_mem', '32MB', true),
    set_config('max_parallel_workers_per_gather', '1', true)`,
);
/**
 * Ends that before rows are written: the checks of foreign keys are statements as well, and planning one for every row
 * cost more than all other work of the write (measured).
 */
export const reusePlans = statement(
  'contacts.force_generic_plans',
  `select set_config('plan_cache_mode', 'force_generic_plan', true)`,
);
/*
 * Most statements must never read a whole table, which other accounts share. One that counts a large part of an account
 * reads pages in their order instead of a million times in the order of ids, where that is less.
 */
export const allowWholeScans = statement(
  'contacts.force_whole_scans_allowed',
  `select set_config('enable_seqscan', 'on', true)`,
);
export const forbidWholeScans = statement(
  'contacts.force_whole_scans_forbidden',
  `select set_config('enable_seqscan', 'off', true)`,
);
export const unnamedStatement = (text: string): Statement => ({ name: '', text });

export const baseConditions = ['c.client_id = $1', 'c.deleted_at is null'];

/** SQL conditions of a selection on the contact `c`. */
export function selectionConditions(which: ContactSelection, context: TableContext, parameters: Parameters): string[] {
  return [...baseConditions, ...selectionTests(which, context, parameters)];
}

/** The same without the account and the trash. */
export function selectionTests(which: ContactSelection, context: TableContext, parameters: Parameters): string[] {
  const parts: string[] = [];
  if (which.real !== undefined) parts.push(which.real ? 'not c.sandbox' : 'c.sandbox');
  if (which.filter !== undefined) parts.push(compileFilter(which.filter, context, parameters));
  if (which.listId !== undefined) {
    parts.push(`exists (select from contact_list_members m
      where m.client_id = $1 and m.contact_list_id = ${parameters.add(which.listId)}::uuid and m.contact_id = c.id)`);
  }
  if (which.ids !== undefined) parts.push(`c.id = any(${parameters.add(which.ids)}::uuid[])`);
  if (which.except !== undefined && which.except.length > 0)
    parts.push(`c.id <> all(${parameters.add(which.except)}::uuid[])`);
  if (which.assignee !== undefined) {
    const { id, channelIds, groupIds = [] } = which.assignee;
    const channel = channelIds === null ? '' : `and t.channel_id = any(${parameters.add(channelIds)}::uuid[])`;
    parts.push(`exists (select from contact_threads t where t.client_id = $1 and t.contact_id = c.id
      and (t.assignee_id = ${parameters.add(id)}::uuid or t.assignee_group_id = any(${parameters.add(groupIds)}::uuid[])) ${channel})`);
  }
  return parts;
}

/** A text searched in names, usernames and numbers. */
export type SearchTerm = {
  text: string;
  /** Too short for a search inside texts: it matches only beginnings. */
  short: boolean;
  /** Other digits of the same number: with a country code, and in forms that WhatsApp or files have. */
  others: readonly string[];
};

/** Parses a search: the digits of a number when it looks like one, otherwise the folded text of a name. */
export function parseSearchTerm(
  search: string,
  { masked, country }: Pick<TableContext, 'masked' | 'country'>,
): SearchTerm | null {
  const typed = foldText(search.trim());
  if (typed === '') return null;
  if (masked || !isNumberText(search)) return { text: typed, short: [...typed].length < 3, others: [] };
  const text = digitsIn(search);
  const abroad = withCountryCode(search, country);
  const whole = parsePhone(search, country);
  const others = [
    ...(abroad === null ? [] : [abroad, ...formsOfBeginning(abroad)]),
    ...(whole === null ? [] : phoneForms(whole)),
  ];
  return { text, short: false, others: [...new Set(others)].filter((form) => !form.includes(text)) };
}

export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** LIKE patterns; the text of a matching contact matches one of them. */
export function searchPatterns({ text, others }: SearchTerm): string[] {
  // In the search text a number follows a space.
  return [containsPattern(text), ...others.map((form) => containsPattern(` ${form}`))];
}

export function searchCondition(fragment: SearchTerm, masked: boolean, parameters: Parameters): string {
  const { text, short } = fragment;
  if (!short) {
    const column = masked ? visibleName(masked) : 'c.search_text';
    const tests = searchPatterns(fragment).map((pattern) => `${column} like ${parameters.add(pattern)}`);
    return tests.length === 1 ? tests.join('') : `(${tests.join(' or ')})`;
  }
  const [from, to] = [parameters.add(text), parameters.add(text + lastCharacter)];
  const named = `(${visibleName(masked)} >= ${from} and ${visibleName(masked)} < ${to})`;
  return masked ? named : `(${named} or (c.phone_number >= ${from} and c.phone_number < ${to}))`;
}

/** A hashed set is held in memory: about 60 bytes per contact. */
const maxSetSize = 400_000;

/** SQL of selects that each return, through an index, a superset of the selection; see `accessPaths` for `most`. */
function selectionAccessPaths(
  which: ContactSelection,
  fragment: SearchTerm | null,
  context: TableContext,
  parameters: Parameters,
  most: number | null,
): string[] {
  const paths: string[] = [];
  if (fragment !== null) paths.push(...searchAccessPaths(fragment, context.masked, parameters, most));
  if (which.listId !== undefined) paths.push(listAccessPath(which.listId, parameters));
  if (which.assignee !== undefined) paths.push(assigneeAccessPath(which.assignee, parameters));
  if (which.filter !== undefined) paths.push(...accessPaths(which.filter, context, parameters, most));
  return paths;
}

export function searchAccessPaths(
  fragment: SearchTerm,
  masked: boolean,
  parameters: Parameters,
  most: number | null,
): string[] {
  if (!fragment.short) return most === null ? [] : [likeAccessPath(searchPatterns(fragment), parameters, most)];
  const [from, to] = [parameters.add(fragment.text), parameters.add(fragment.text + lastCharacter)];
  const range = (column: string) =>
    `(select c.id from contacts c where ${baseConditions.join(' and ')} and c.${column} >= ${from} and c.${column} < ${to}${most === null ? '' : ` limit ${most}`})`;
  return [masked ? `select x.id from ${range('sort_name')} x` : `${range('sort_name')} union ${range('phone_number')}`];
}

function assigneeAccessPath(
  { id, groupIds = [] }: NonNullable<ContactSelection['assignee']>,
  parameters: Parameters,
): string {
  return `select t.contact_id as id from contact_threads t where t.client_id = $1
    and (t.assignee_id = ${parameters.add(id)}::uuid or t.assignee_group_id = any(${parameters.add(groupIds)}::uuid[]))`;
}

/** @returns a candidate set of at most `most` ids that contains the selection, or null when every access path returns more */
export async function findCandidates(
  tx: TenantTx,
  context: TableContext,
  which: ContactSelection,
  fragment: SearchTerm | null,
  most: number,
): Promise<string[] | null> {
  const count = selectionAccessPaths(which, fragment, context, new Parameters(tx.clientId), most + 1).length;
  for (let index = 0; index < count; index++) {
    // A statement gets only the values of its own access path: an unused parameter has no type.
    const parameters = new Parameters(tx.clientId);
    const path = selectionAccessPaths(which, fragment, context, parameters, most + 1)[index] ?? '';
    // Sets that are too large are only counted, not returned.
    const ids = `case when count(*) <= ${most} then coalesce(array_agg(distinct x.id), '{}') end`;
    const used = renumberParameters(`select ${ids} as ids from (${path} limit ${most + 1}) x`, parameters.values);
    const [found] = await tx.rows<{ ids: string[] | null }>(unnamedStatement(used.text), used.values);
    if (found?.ids != null) return found.ids;
  }
  return null;
}

type Estimate = { 'QUERY PLAN': Array<{ Plan: { 'Plan Rows': number } }> };

/** An access path by its index, and the planner's estimate of its rows. */
export type SmallestSet = { index: number; rows: number };

/** The access path with the fewest rows by the planner's estimate; null when there is none or it is too large for a hashed set. */
export async function estimateSmallestSet(
  tx: TenantTx,
  context: TableContext,
  which: ContactSelection,
  fragment: SearchTerm | null,
): Promise<SmallestSet | null> {
  const own = new Parameters(tx.clientId);
  let best: SmallestSet | null = null;
  for (const [index, path] of selectionAccessPaths(which, fragment, context, own, null).entries()) {
    const { text, values } = renumberParameters(path, own.values);
    const [answer] = await tx.rows<Estimate>(unnamedStatement(`explain (format json) ${text}`), values);
    const rows = answer?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? Number.POSITIVE_INFINITY;
    if (best === null || rows < best.rows) best = { index, rows };
  }
  return best === null || best.rows > maxSetSize ? null : best;
}

/** @param parameters receives the values used in the SQL @returns SQL of the candidate set at `index` */
export function candidateSetSql(
  context: TableContext,
  which: ContactSelection,
  fragment: SearchTerm | null,
  parameters: Parameters,
  index: number,
): string | null {
  return selectionAccessPaths(which, fragment, context, parameters, null)[index] ?? null;
}

/** @returns the ids of the candidate set at `index`; null when there are more than `most` */
export async function listCandidateSet(
  tx: TenantTx,
  context: TableContext,
  which: ContactSelection,
  fragment: SearchTerm | null,
  { index, most }: { index: number; most: number },
): Promise<string[] | null> {
  const parameters = new Parameters(tx.clientId);
  const path = candidateSetSql(context, which, fragment, parameters, index) ?? '';
  const used = renumberParameters(`select x.id from (${path} limit ${most + 1}) x`, parameters.values);
  const rows = await tx.rows<{ id: string }>(unnamedStatement(used.text), used.values);
  return rows.length > most ? null : [...new Set(rows.map(({ id }) => id))];
}

/** Drops values that the SQL does not use and renumbers the rest. */
export function renumberParameters(text: string, values: readonly unknown[]): { text: string; values: unknown[] } {
  const order: number[] = [];
  const renamed = text.replaceAll(/\$(\d+)/g, (_all, number: string) => {
    const index = Number(number) - 1;
    if (!order.includes(index)) order.push(index);
    return `$${order.indexOf(index) + 1}`;
  });
  return { text: renamed, values: order.map((index) => values[index]) };
}

/** The contacts of a bulk operation, with what its creator may see. Stored: the property names are fixed. */
export type StoredSelection =
  | { ids: string[]; which?: never }
  | { which: ContactSelection; masked: boolean; ids?: never };
