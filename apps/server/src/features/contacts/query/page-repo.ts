import type { TenantTx } from '../../../platform/db/sql.ts';
import { filledFieldToken } from './access-paths-repo.ts';
import { Parameters } from './filter-repo.ts';
import { indexCoverage, missingFields, textPatterns } from './index-coverage.ts';
import {
  baseConditions,
  type ContactSelection,
  candidateSetSql,
  estimateSmallestSet,
  findCandidates,
  forceCustomPlans,
  listCandidateSet,
  parseSearchTerm,
  renumberParameters,
  type SearchTerm,
  searchCondition,
  selectionTests,
  type TableContext,
  unnamedStatement,
} from './selection-repo.ts';
import { type Sort, sortOf } from './sort-repo.ts';

/** Where the next page starts: the sort value of the last row as text, and its id. Phase 0 lists rows with a sort value, phase 1 those without. */
export type Position = { phase: 0 | 1; key: string; id: string };

type Found = { id: string; key: string };
type Query = { text: string; values: unknown[] };
export type Page = { ids: string[]; next: Position | null };

/** The maximum number of rows each access path may cost before the next one is tried. */
export type ScanLimits = {
  /** Rows scanned in sort order before the selection counts as rare. */
  firstScan: number;
  /** The planner's estimate of the smallest set above which the table is scanned first. */
  scanFirstAbove: number;
  /** The largest candidate set that is read whole and sorted. */
  maxCandidates: number;
  /** Rows scanned in sort order without a candidate set; beyond that the planner decides. */
  unguidedScan: number;
  /**
   * Rows scanned and looked up in a candidate set: at least this many, or `filteredScanPerRow` for each row of the
   * set.
   */
  filteredScan: number;
  filteredScanPerRow: number;
  /** Rows scanned first when the index of the sort contains the searched text. */
  textScan: number;
  /** A search of this many characters counts as rare: the trigram index is tried before any scan. */
  rareSearchLength: number;
  /** The largest set that is sorted instead of scanned. */
  maxSortedSet: number;
};
const defaultLimits: ScanLimits = {
  firstScan: 2_000,
  scanFirstAbove: 25_000,
  maxCandidates: 3_000,
  unguidedScan: 10_000,
  filteredScan: 15_000,
  filteredScanPerRow: 6,
  textScan: 30_000,
  rareSearchLength: 6,
  maxSortedSet: 20_000,
};

type PageRequest = { which: ContactSelection; sort: string; after: Position | null; limit: number };
type AccessPlan = {
  term: SearchTerm | null;
  limit?: number;
  candidates?: readonly string[] | null;
  /** Scans rows in order and looks each up in the set of the access path at `index`; at most `most` rows, null: all. */
  through?: { index: number | null; most: number | null };
  /** Sorts the set of the access path at this index, by an index-only scan. */
  covered?: number;
};

/**
 * A page of contacts in a sort order; equal values are ordered by id, rows without a value come last. Common selections fill a
 * page by a short scan in that order; rare ones are found by an access path and sorted; for those in between, an index-only scan
 * in order looks each row up in the smallest candidate set.
 * @param page.sort a field, with a minus for the largest first
 */
export async function listContactIds(
  tx: TenantTx,
  context: TableContext,
  page: PageRequest,
  limits: ScanLimits = defaultLimits,
): Promise<Page> {
  await tx.rows(forceCustomPlans);
  const term = parseSearchTerm(page.which.search ?? '', context);
  const { filter, listId, assignee, ids } = page.which;
  const run = (plan: Omit<AccessPlan, 'term'>) => bothPhases(tx, context, page, { term, ...plan });
  if (ids !== undefined) return (await run({ candidates: ids })).page;
  const asked = term !== null || [filter, listId, assignee].some((part) => part !== undefined);
  if (!asked) return (await run({})).page;
  const smallest = await estimateSmallestSet(tx, context, page.which, term);
  const { coversText } = sortOf(page.sort, context, new Parameters(tx.clientId));
  const coverage = indexCoverage(context, { covers: coversText, which: page.which }, term);
  // Row-level security prevents the planner from using text statistics; a long search text is rare, and the trigram
  // index finds it.
  const rare = term !== null && [...term.text].length >= limits.rareSearchLength;
  if (!coverage.findsMissing && !rare && (smallest === null || smallest.rows > limits.scanFirstAbove)) {
    const first = coverage.searches ? { through: { index: null, most: limits.textScan } } : { limit: limits.firstScan };
    const scanned = await run(first);
    if (scanned.page.next !== null) return scanned.page;
  }
  const small =
    smallest !== null && smallest.rows <= limits.maxSortedSet ? { ...smallest, most: limits.maxSortedSet } : null;
  // A common text is searched within a small set, because the trigram index is slower.
  if (small !== null && coverage.searches && !rare) {
    const quick = await run({ through: { index: small.index, most: limits.firstScan * 4 } });
    return quick.page.next !== null ? quick.page : (await run({ covered: small.index })).page;
  }
  // Tried even when the planner expects many rows: its estimates are far off for conditions on several fields.
  const candidates = await findCandidates(tx, context, page.which, term, limits.maxCandidates);
  if (candidates !== null) return (await run({ candidates })).page;
  // When the scanned index itself shows missing fields, a large set is not worth building.
  const findsMissing = small === null && coverage.findsMissing;
  // As many rows as sorting the set would cost.
  const bound =
    smallest === null
      ? limits.unguidedScan
      : small === null
        ? null
        : Math.max(limits.filteredScan, small.rows * limits.filteredScanPerRow);
  const most = findsMissing || (smallest === null && coverage.searches) ? null : bound;
  const filtered = await run({ through: { index: findsMissing ? null : (smallest?.index ?? null), most } });
  if (filtered.page.next !== null || filtered.complete) return filtered.page;
  if (small !== null && coverage.sorts) return (await run({ covered: small.index })).page;
  const members = small === null ? null : await listCandidateSet(tx, context, page.which, term, small);
  return (await run({ candidates: members })).page;
}

/** @returns the page, and whether it is complete: a bounded access path may stop before all rows were seen */
async function bothPhases(
  tx: TenantTx,
  context: TableContext,
  page: PageRequest,
  plan: AccessPlan,
): Promise<{ page: Page; complete: boolean }> {
  const { after, limit } = page;
  const rows: Array<Found & { phase: 0 | 1 }> = [];
  let complete = plan.limit === undefined;
  for (const phase of [0, 1] as const) {
    if (after !== null && after.phase > phase) continue;
    // A bounded scan is for common selections: rows without a value are not scanned when those with one did not fill the page.
    if (plan.limit !== undefined && phase > (after?.phase ?? 0)) break;
    const from = after?.phase === phase ? after : null;
    const query = phaseQuery(tx, context, { ...page, after: from, limit: limit + 1 - rows.length }, phase, plan);
    if (query === null) continue;
    const found = await tx.rows<Found>(unnamedStatement(query.text), query.values);
    rows.push(...found.map((row) => ({ ...row, phase })));
    if (rows.length > limit) break;
    if (query.bounded) {
      complete = false;
      break;
    }
  }
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? { phase: last.phase, key: last.key, id: last.id } : null;
  return { page: { ids: shown.map(({ id }) => id), next }, complete };
}

type PhaseQuery = Query & { bounded?: boolean };

function phaseQuery(
  tx: TenantTx,
  context: TableContext,
  page: PageRequest,
  phase: 0 | 1,
  plan: AccessPlan,
): PhaseQuery | null {
  const parameters = new Parameters(tx.clientId);
  const sort = sortOf(page.sort, context, parameters);
  if (phase === 1 && sort.missing === null) return null;
  const { index, most } = plan.through ?? { index: plan.covered, most: null };
  if (index === undefined) return plainQuery(context, page, phase, plan, sort, parameters);
  const set = index === null ? null : candidateSetSql(context, page.which, plan.term, parameters, index);
  const tests = [...baseConditions, ...selectionTests(page.which, context, parameters)];
  if (plan.term !== null) tests.push(searchCondition(plan.term, context.masked, parameters));
  if (phase === 1) {
    if (set === null) return phaseQuery(tx, context, page, phase, { term: plan.term });
    return missingValueQuery(page, [...tests, sort.missing ?? 'true'], set, parameters);
  }
  return scanQuery(context, page, sort, tests, set, { plan, parameters, most });
}

/** The condition for rows after the last row of the previous page. */
function afterPosition(sort: Sort, id: string, after: Position, parameters: Parameters): string[] {
  const beyond = sort.descending ? '<' : '>';
  const key = () => `${parameters.add(after.key)}::${sort.type}`;
  // The scanned index ends in another id than the order, so it can serve only this half of the comparison.
  const half = sort.nulls === undefined ? [] : [`${sort.value} ${beyond}= ${key()}`];
  return [...half, `(${sort.value}, ${id}) ${beyond} (${key()}, ${parameters.add(after.id)}::uuid)`];
}

function orderOf(sort: Sort, id: string): string {
  const direction = sort.descending ? 'desc' : 'asc';
  return `${sort.value} ${direction}${sort.nulls?.[sort.descending ? 'descending' : 'ascending'] ?? ''}, ${id} ${direction}`;
}

/**
 * An index-only scan in sort order that keeps rows of the set; or the set itself, sorted by an index that contains the sorted
 * and searched columns.
 */
function scanQuery(
  context: TableContext,
  page: PageRequest,
  sort: Sort,
  tests: readonly string[],
  set: string | null,
  { plan, parameters, most }: { plan: AccessPlan; parameters: Parameters; most: number | null },
): PhaseQuery {
  const { from, where, id } = sort.scan;
  const parts = [where, ...(page.after === null ? [] : afterPosition(sort, id, page.after, parameters))];
  const texts = sort.coversText ? textPatterns(page.which.filter, plan.term) : [];
  const lacked = sort.coversText ? missingFields(page.which.filter, context) : [];
  const covered = plan.covered !== undefined;
  const first = [
    // `is true` keeps this a hashed subplan: as a join it would lose the order.
    ...(set === null || covered ? [] : [`(w.id in (${set})) is true`]),
    ...texts.map((either) => `(${either.map((like) => `w.search_text like ${parameters.add(like)}`).join(' or ')})`),
    ...lacked.map(
      (no) => `(position(${parameters.add(filledFieldToken(no))} in w.filled_fields) = 0 or w.filled_fields is null)`,
    ),
  ];
  const bounded = most !== null;
  const direction = sort.descending ? 'desc' : 'asc';
  const columns = `${id} as id, ${sort.value} as sort_value${sort.coversText ? ', c.search_text, c.filled_fields' : ''}`;
  const searched = first.length === 0 ? '' : `where ${first.join(' and ')}`;
  const rows = covered
    ? `(select w.* from (select distinct x.id from (${set}) x order by x.id offset 0) s
        cross join lateral (select ${columns} from ${from} where c.id = s.id and ${parts.join(' and ')} offset 0) w
        ${searched} order by w.sort_value ${direction}, w.id ${direction} offset 0)`
    : `(select ${columns} from ${from}
        where ${parts.join(' and ')} order by ${orderOf(sort, id)} ${bounded ? `limit ${most}` : 'offset 0'})`;
  const text = `select w.id, w.sort_value::text as key from ${rows} w
    cross join lateral (select from contacts c where c.id = w.id and ${tests.join(' and ')} offset 0) t
    ${covered ? '' : searched}
    order by w.sort_value ${direction}, w.id ${direction} limit ${page.limit}`;
  return { ...renumberParameters(text, parameters.values), bounded };
}

/** Contacts without a sort value are ordered by id alone, so the set itself is sorted. */
function missingValueQuery(page: PageRequest, tests: readonly string[], set: string, parameters: Parameters): Query {
  const beyond = page.after === null ? '' : `where x.id > ${parameters.add(page.after.id)}::uuid`;
  const text = `select w.id, '' as key from (select distinct x.id from (${set}) x ${beyond} order by x.id offset 0) w
    cross join lateral (select from contacts c where c.id = w.id and ${tests.join(' and ')} offset 0) t
    order by w.id limit ${page.limit}`;
  return renumberParameters(text, parameters.values);
}

function plainQuery(
  context: TableContext,
  page: PageRequest,
  phase: 0 | 1,
  plan: AccessPlan,
  sort: Sort,
  parameters: Parameters,
): Query {
  const parts = [...baseConditions];
  const wanted = phase === 0 ? sort.has : sort.missing;
  if (wanted !== null) parts.push(wanted);
  const idColumn = sort.from === 'contacts c' ? 'c.id' : 's.contact_id';
  const order = phase === 0 ? orderOf(sort, idColumn) : 'c.id';
  const key = phase === 0 ? `${sort.value}::text` : `''`;
  const from = phase === 0 ? sort.from : 'contacts c';
  if (page.after !== null) {
    if (phase === 0) parts.push(...afterPosition(sort, idColumn, page.after, parameters));
    else parts.push(`c.id > ${parameters.add(page.after.id)}::uuid`);
  }
  const direction = sort.descending ? 'desc' : 'asc';
  const [value, place] = phase === 0 ? [sort.value, idColumn] : ['c.id', 'c.id'];
  const columns = `c.id, ${key} as key, ${value} as sort_value, ${place} as sort_place`;
  const outerOrder = phase === 0 ? `c.sort_value ${direction}, c.sort_place ${direction}` : 'c.sort_place';
  const tests = selectionTests(page.which, context, parameters);
  if (plan.term !== null) tests.push(searchCondition(plan.term, context.masked, parameters));
  if (plan.candidates != null) {
    // `offset 0` makes the planner read these few candidates first and sort them.
    const few = `select x.id from unnest(${parameters.add(plan.candidates)}::uuid[]) as x(id) offset 0`;
    const found = `select ${columns} from (${few}) few, ${from} where c.id = few.id and ${[...parts, ...tests].join(' and ')} offset 0`;
    const text = `select c.id, c.key from (${found}) c order by ${outerOrder} limit ${page.limit}`;
    return { text, values: parameters.values };
  }
  if (plan.limit === undefined) {
    const text = `select c.id, ${key} as key from ${from} where ${[...parts, ...tests].join(' and ')} order by ${order} limit ${page.limit}`;
    return { text, values: parameters.values };
  }
  // The inner query returns few rows in order; the selection is tested only on them.
  const inner = `select c.*, ${columns.replace('c.id, ', '')} from ${from} where ${parts.join(' and ')} order by ${order} limit ${plan.limit}`;
  // Tested row by row: as a join, the rows would lose their order and all would be read.
  const tested = `cross join lateral (select (${tests.join(' and ')}) as ok offset 0) t where t.ok`;
  const text = `select c.id, c.key from (${inner}) c ${tested} order by ${outerOrder} limit ${page.limit}`;
  return { text, values: parameters.values };
}
