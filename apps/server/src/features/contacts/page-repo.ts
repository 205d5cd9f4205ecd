import type { TenantTx } from '../../platform/db/sql.ts';
import { Parameters } from './filter-repo.ts';
import { fieldMark } from './narrow-repo.ts';
import { lackedFields, patternsOf, whatWalks } from './page-walk.ts';
import { type Sort, sortOf } from './sort-repo.ts';
import {
  asText,
  candidatesOf,
  everybody,
  type Fragment,
  fewestOf,
  fragmentCondition,
  fragmentOf,
  membersOf,
  planEach,
  renumber,
  setOf,
  type TableContext,
  testsOf,
  type Which,
} from './which-repo.ts';

/** Where a page goes on: the sort value of the last row as text, and its id; `phase` 1 is behind the rows that have a value. */
export type Position = { phase: 0 | 1; key: string; id: string };

type Found = { id: string; key: string };
type Query = { text: string; values: unknown[] };
export type Page = { ids: string[]; next: Position | null };

/** How far each road of a page goes before the next is taken. */
export type RoadSizes = {
  /** So many rows are looked at one by one, in order, before what is asked for is taken for rare. */
  walkFirst: number;
  /** When at most so many are named, by the planner's estimate, nothing is walked first. */
  walkAbove: number;
  /** What a road may name at most to be taken whole and sorted. */
  mostCandidates: number;
  /** So many rows are looked at in order when nothing narrows them; what is rarer still is left to the planner. */
  walkBlind: number;
  /** So many rows are looked up in a set that is small enough to be sorted instead, or so many for each that is in it. */
  walkThrough: number;
  walkEach: number;
  /** So many rows are looked at first where the index that is walked holds the text that is searched. */
  walkTexts: number;
  /** A fragment of so many letters is asked of the trigrams before anything is walked for it. */
  rareLetters: number;
  /** Such a set. */
  mostSorted: number;
};
const usualSizes: RoadSizes = {
  walkFirst: 2_000,
  walkAbove: 25_000,
  mostCandidates: 3_000,
  walkBlind: 10_000,
  walkThrough: 15_000,
  walkEach: 6,
  walkTexts: 30_000,
  rareLetters: 6,
  mostSorted: 20_000,
};

type PageOf = { which: Which; sort: string; after: Position | null; limit: number };
type Road = {
  fragment: Fragment | null;
  walk?: number;
  candidates?: readonly string[] | null;
  /** Rows in order, each looked up in the set of the road at `index`; at most so many of them, null: all. */
  through?: { index: number | null; most: number | null };
  /** The set of the road at this index is sorted and searched by an index alone. */
  covered?: number;
};

/**
 * A page of contacts in an order; equal values go by id, those without a value come last. What is common is met on a short
 * walk in that order; what is rare is named by a road of its own first; for what is between, the rows are walked through
 * in order by an index alone and each is looked up in the smallest set that holds all that is meant.
 * @param page.sort a field, with a minus for the largest first
 */
export async function listContactIds(
  tx: TenantTx,
  context: TableContext,
  page: PageOf,
  sizes: RoadSizes = usualSizes,
): Promise<Page> {
  await tx.rows(planEach);
  const fragment = fragmentOf(page.which.search ?? '', context.masked);
  const { filter, listId, assignee, ids } = page.which;
  const along = (road: Omit<Road, 'fragment'>) => bothPhases(tx, context, page, { fragment, ...road });
  if (ids !== undefined) return (await along({ candidates: ids })).page;
  const asked = fragment !== null || [filter, listId, assignee].some((part) => part !== undefined);
  if (!asked) return (await along({})).page;
  const fewest = await fewestOf(tx, context, page.which, fragment);
  const { holdsText } = sortOf(page.sort, context, new Parameters(tx.clientId));
  const walk = whatWalks(context, { covers: holdsText, which: page.which }, fragment);
  // The planner may not look into texts for an account's own role; letters enough are rare, and the trigrams know them.
  const rare = fragment !== null && [...fragment.text].length >= sizes.rareLetters;
  if (!walk.tells && !rare && (fewest === null || fewest.rows > sizes.walkAbove)) {
    const first = walk.finds ? { through: { index: null, most: sizes.walkTexts } } : { walk: sizes.walkFirst };
    const walked = await along(first);
    if (walked.page.next !== null) return walked.page;
  }
  const small = fewest !== null && fewest.rows <= sizes.mostSorted ? { ...fewest, most: sizes.mostSorted } : null;
  // A text that many have is searched in what is small at once: its trigrams are slower to ask.
  if (small !== null && walk.finds && !rare) {
    const soon = await along({ through: { index: small.index, most: sizes.walkFirst * 4 } });
    return soon.page.next !== null ? soon.page : (await along({ covered: small.index })).page;
  }
  // Asked even when the planner thinks them many: where values of several fields mix, it is wrong by far.
  const candidates = await candidatesOf(tx, context, page.which, fragment, sizes.mostCandidates);
  if (candidates !== null) return (await along({ candidates })).page;
  // Where the walk itself tells who lacks a field, a large set is not worth making.
  const tells = small === null && walk.tells;
  // As many as it would cost to put the set in order.
  const bound =
    fewest === null
      ? sizes.walkBlind
      : small === null
        ? null
        : Math.max(sizes.walkThrough, small.rows * sizes.walkEach);
  const most = tells || (fewest === null && walk.finds) ? null : bound;
  const through = await along({ through: { index: tells ? null : (fewest?.index ?? null), most } });
  if (through.page.next !== null || through.whole) return through.page;
  if (small !== null && walk.covers) return (await along({ covered: small.index })).page;
  const members = small === null ? null : await membersOf(tx, context, page.which, fragment, small);
  return (await along({ candidates: members })).page;
}

/** @returns the page, and whether nothing was left out: a bounded road may end before all was looked at */
async function bothPhases(
  tx: TenantTx,
  context: TableContext,
  page: PageOf,
  road: Road,
): Promise<{ page: Page; whole: boolean }> {
  const { after, limit } = page;
  const rows: Array<Found & { phase: 0 | 1 }> = [];
  let whole = road.walk === undefined;
  for (const phase of [0, 1] as const) {
    if (after !== null && after.phase > phase) continue;
    // A walk is for what is met soon; those without a value are not walked for when those with one did not fill the page.
    if (road.walk !== undefined && phase > (after?.phase ?? 0)) break;
    const from = after?.phase === phase ? after : null;
    const query = phaseQuery(tx, context, { ...page, after: from, limit: limit + 1 - rows.length }, phase, road);
    if (query === null) continue;
    const found = await tx.rows<Found>(asText(query.text), query.values);
    rows.push(...found.map((row) => ({ ...row, phase })));
    if (rows.length > limit) break;
    if (query.bounded) {
      whole = false;
      break;
    }
  }
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? { phase: last.phase, key: last.key, id: last.id } : null;
  return { page: { ids: shown.map(({ id }) => id), next }, whole };
}

type PhaseQuery = Query & { bounded?: boolean };

function phaseQuery(tx: TenantTx, context: TableContext, page: PageOf, phase: 0 | 1, road: Road): PhaseQuery | null {
  const parameters = new Parameters(tx.clientId);
  const sort = sortOf(page.sort, context, parameters);
  if (phase === 1 && sort.lacks === null) return null;
  const { index, most } = road.through ?? { index: road.covered, most: null };
  if (index === undefined) return plainQuery(context, page, phase, road, sort, parameters);
  const set = index === null ? null : setOf(context, page.which, road.fragment, parameters, index);
  const tests = [...everybody, ...testsOf(page.which, context, parameters)];
  if (road.fragment !== null) tests.push(fragmentCondition(road.fragment, context.masked, parameters));
  if (phase === 1) {
    if (set === null) return phaseQuery(tx, context, page, phase, { fragment: road.fragment });
    return lackingQuery(page, [...tests, sort.lacks ?? 'true'], set, parameters);
  }
  return throughQuery(context, page, sort, tests, set, { road, parameters, most });
}

/** Beyond the row where the page before ended, in the order of the sort. */
function beyondOf(sort: Sort, id: string, after: Position, parameters: Parameters): string[] {
  const beyond = sort.descending ? '<' : '>';
  const key = () => `${parameters.add(after.key)}::${sort.type}`;
  // The index ends in other ids than the order: this half of the comparison is what it can serve.
  const half = sort.nulls === undefined ? [] : [`${sort.value} ${beyond}= ${key()}`];
  return [...half, `(${sort.value}, ${id}) ${beyond} (${key()}, ${parameters.add(after.id)}::uuid)`];
}

function orderOf(sort: Sort, id: string): string {
  const direction = sort.descending ? 'desc' : 'asc';
  return `${sort.value} ${direction}${sort.nulls?.[sort.descending ? 'descending' : 'ascending'] ?? ''}, ${id} ${direction}`;
}

/**
 * Rows in order by the index of the sort alone, and those in the set are looked at; or the set itself, put in order by an
 * index that holds what is sorted and searched.
 */
function throughQuery(
  context: TableContext,
  page: PageOf,
  sort: Sort,
  tests: readonly string[],
  set: string | null,
  { road, parameters, most }: { road: Road; parameters: Parameters; most: number | null },
): PhaseQuery {
  const { from, where, id } = sort.walk;
  const parts = [where, ...(page.after === null ? [] : beyondOf(sort, id, page.after, parameters))];
  const texts = sort.holdsText ? patternsOf(page.which.filter, road.fragment) : [];
  const lacked = sort.holdsText ? lackedFields(page.which.filter, context) : [];
  const covered = road.covered !== undefined;
  const first = [
    // `is true` keeps the set a set: as a join it would take the order away.
    ...(set === null || covered ? [] : [`(w.id in (${set})) is true`]),
    ...texts.map((either) => `(${either.map((like) => `w.search_text like ${parameters.add(like)}`).join(' or ')})`),
    ...lacked.map(
      (no) => `(position(${parameters.add(fieldMark(no))} in w.filled_fields) = 0 or w.filled_fields is null)`,
    ),
  ];
  const bounded = most !== null;
  const direction = sort.descending ? 'desc' : 'asc';
  const columns = `${id} as id, ${sort.value} as sort_value${sort.holdsText ? ', c.search_text, c.filled_fields' : ''}`;
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
  return { ...renumber(text, parameters.values), bounded };
}

/** Contacts without a value go by id alone, so the set itself is sorted and looked at. */
function lackingQuery(page: PageOf, tests: readonly string[], set: string, parameters: Parameters): Query {
  const beyond = page.after === null ? '' : `where x.id > ${parameters.add(page.after.id)}::uuid`;
  const text = `select w.id, '' as key from (select distinct x.id from (${set}) x ${beyond} order by x.id offset 0) w
    cross join lateral (select from contacts c where c.id = w.id and ${tests.join(' and ')} offset 0) t
    order by w.id limit ${page.limit}`;
  return renumber(text, parameters.values);
}

function plainQuery(
  context: TableContext,
  page: PageOf,
  phase: 0 | 1,
  road: Road,
  sort: Sort,
  parameters: Parameters,
): Query {
  const parts = [...everybody];
  const wanted = phase === 0 ? sort.has : sort.lacks;
  if (wanted !== null) parts.push(wanted);
  const idColumn = sort.from === 'contacts c' ? 'c.id' : 's.contact_id';
  const order = phase === 0 ? orderOf(sort, idColumn) : 'c.id';
  const key = phase === 0 ? `${sort.value}::text` : `''`;
  const from = phase === 0 ? sort.from : 'contacts c';
  if (page.after !== null) {
    if (phase === 0) parts.push(...beyondOf(sort, idColumn, page.after, parameters));
    else parts.push(`c.id > ${parameters.add(page.after.id)}::uuid`);
  }
  const direction = sort.descending ? 'desc' : 'asc';
  const [value, place] = phase === 0 ? [sort.value, idColumn] : ['c.id', 'c.id'];
  const columns = `c.id, ${key} as key, ${value} as sort_value, ${place} as sort_place`;
  const outerOrder = phase === 0 ? `c.sort_value ${direction}, c.sort_place ${direction}` : 'c.sort_place';
  const tests = testsOf(page.which, context, parameters);
  if (road.fragment !== null) tests.push(fragmentCondition(road.fragment, context.masked, parameters));
  if (road.candidates != null) {
    // These few are all there is: taken first and then sorted, whatever the planner thinks (`offset 0`).
    const few = `select x.id from unnest(${parameters.add(road.candidates)}::uuid[]) as x(id) offset 0`;
    const found = `select ${columns} from (${few}) few, ${from} where c.id = few.id and ${[...parts, ...tests].join(' and ')} offset 0`;
    const text = `select c.id, c.key from (${found}) c order by ${outerOrder} limit ${page.limit}`;
    return { text, values: parameters.values };
  }
  if (road.walk === undefined) {
    const text = `select c.id, ${key} as key from ${from} where ${[...parts, ...tests].join(' and ')} order by ${order} limit ${page.limit}`;
    return { text, values: parameters.values };
  }
  // The inner rows come in order and few; what is asked for is looked for only among them.
  const inner = `select c.*, ${columns.replace('c.id, ', '')} from ${from} where ${parts.join(' and ')} order by ${order} limit ${road.walk}`;
  // Tested one by one: joined with what they ask, rows lose their order and all of them are read.
  const tested = `cross join lateral (select (${tests.join(' and ')}) as ok offset 0) t where t.ok`;
  const text = `select c.id, c.key from (${inner}) c ${tested} order by ${outerOrder} limit ${page.limit}`;
  return { text, values: parameters.values };
}
