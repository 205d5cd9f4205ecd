import type { Filter } from '@parley/contract/types';
import { type Statement, statement, type TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import { compileFilter, type FilterContext, lastCharacter, Parameters } from './filter-repo.ts';
import { customNameOf } from './filter-rules.ts';
import { fragmentRoad, listRoad, narrowRoads } from './narrow-repo.ts';

/** Which contacts are meant: a filter, a fragment, a list, and what the reader may see at all. */
export type Which = {
  filter?: Filter | undefined;
  /** As typed. */
  search?: string | undefined;
  listId?: string | undefined;
  /** Without the people of the sandbox: for counts and exports. */
  real?: boolean;
  /** Only these, and not those. */
  ids?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
  /** Only people in conversations assigned to this member or their groups, in these channels. */
  assignee?: { id: string; channelIds: readonly string[] | null; groupIds?: readonly string[] } | undefined;
};

export type TableContext = FilterContext;

/** Where a page goes on: the sort value of the last row as text, and its id; `phase` 1 is behind the rows that have a value. */
export type Position = { phase: 0 | 1; key: string; id: string };

type Found = { id: string; key: string };
export type Page = { ids: string[]; next: Position | null };

/* Plans for any value are wrong here: how rare one is decides about the road. Without a name the text is planned anew. */
const planEach = statement('contacts_plan_each', `select set_config('plan_cache_mode', 'force_custom_plan', true)`);
const asText = (text: string): Statement => ({ name: '', text });

/** How far each road of a page goes before the next is taken. */
export type RoadSizes = { walkFirst: number; mostCandidates: number };

/** So many rows are looked at one by one, in order, before what is asked for is taken for rare. */
const walkFirst = 4_000;
/** What a road may name at most: what is more common than that is left to the planner. */
const mostCandidates = 4_000;
const usualSizes: RoadSizes = { walkFirst, mostCandidates };

type Sort = {
  /** The sort value, and its type as SQL writes it. */
  value: string;
  type: string;
  /** How rows with a value are reached. */
  from: string;
  /** Which rows have one, and which not; null: all have. */
  has: string | null;
  lacks: string | null;
  descending: boolean;
  /** Where nulls stand in the index that is walked; they never come. */
  nulls?: { ascending: string; descending: string };
};

const ownSorts: Record<string, { value: string; type: string; nullable: boolean }> = {
  created_at: { value: 'c.created_at', type: 'timestamptz', nullable: false },
  name: { value: 'c.sort_name', type: 'text', nullable: false },
  origin: { value: 'c.origin', type: 'text', nullable: false },
  opted_in_at: { value: 'c.opted_in_at', type: 'timestamptz', nullable: true },
  opted_out_at: { value: 'c.opted_out_at', type: 'timestamptz', nullable: true },
  phone_number: { value: 'c.phone_number', type: 'text', nullable: true },
};

/*
 * The newest thread of a contact stands for it. The index of threads by activity is walked, which has nulls last, and the
 * older threads of a contact are passed over.
 */
const byLastMessage: Omit<Sort, 'descending'> = {
  value: 's.last_message_at',
  type: 'timestamptz',
  from: `threads s join contacts c on c.client_id = s.client_id and c.id = s.contact_id`,
  has: `s.client_id = $1 and s.last_message_at is not null and not exists (select from threads o
    where o.client_id = $1 and o.contact_id = s.contact_id and (o.last_message_at, o.id) > (s.last_message_at, s.id))`,
  lacks: `not exists (select from threads o
    where o.client_id = $1 and o.contact_id = c.id and o.last_message_at is not null)`,
  nulls: { ascending: ' nulls first', descending: ' nulls last' },
};

/** @throws AppError('validation_failed') for what cannot be sorted by */
function sortOf(text: string, context: TableContext, parameters: Parameters): Sort {
  const descending = text.startsWith('-');
  const field = descending ? text.slice(1) : text;
  const own = ownSorts[field];
  if (own !== undefined) {
    if (field === 'phone_number' && context.masked) {
      throw invalid('sort', 'Phone numbers are hidden for you, so you cannot sort by them.');
    }
    const { value, type, nullable } = own;
    const has = nullable ? `${value} is not null` : null;
    return { value, type, from: 'contacts c', has, lacks: nullable ? `${value} is null` : null, descending };
  }
  if (field === 'last_message_at') return { ...byLastMessage, descending };
  const name = customNameOf(field);
  const row = name === null ? undefined : context.fields.get(name.toLowerCase());
  if (row === undefined) throw invalid('sort', `Contacts cannot be sorted by ${field}.`);
  const isNumber = row.type === 'number';
  const value = isNumber ? 's.value_number' : 's.value_text';
  const mine = `s.client_id = $1 and s.contact_id = c.id and s.field_no = ${parameters.add(row.no)}::int and ${value} is not null`;
  return {
    value,
    type: isNumber ? 'float8' : 'text',
    from: `contacts c join contact_field_values s on ${mine}`,
    has: 'true',
    lacks: `not exists (select from contact_field_values s where ${mine})`,
    descending,
  };
}

const everybody = ['c.client_id = $1', 'c.deleted_at is null'];

/** The conditions that do not depend on the page. */
function conditions(which: Which, context: TableContext, parameters: Parameters): string[] {
  return [...everybody, ...testsOf(which, context, parameters)];
}

/** What is asked of each contact, besides being there. */
function testsOf(which: Which, context: TableContext, parameters: Parameters): string[] {
  const parts: string[] = [];
  if (which.real === true) parts.push('not c.sandbox');
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
    parts.push(`exists (select from threads t where t.client_id = $1 and t.contact_id = c.id
      and (t.assignee_id = ${parameters.add(id)}::uuid or t.assignee_group_id = any(${parameters.add(groupIds)}::uuid[])) ${channel})`);
  }
  return parts;
}

/** What a fragment means: digits of a number when it looks like one, else letters of a name; short ones begin something. */
export function fragmentOf(search: string, masked: boolean): { text: string; short: boolean; column: string } | null {
  const typed = search.trim().toLowerCase();
  if (typed === '') return null;
  const digits = typed.replaceAll(/\D/g, '');
  const text = !masked && digits.length >= 3 && /^[+\d\s().-]+$/.test(typed) ? digits : typed;
  return { text, short: [...text].length < 3, column: masked ? 'c.sort_name' : 'c.search_text' };
}

type Fragment = NonNullable<ReturnType<typeof fragmentOf>>;

function fragmentCondition(fragment: Fragment, masked: boolean, parameters: Parameters): string {
  const { text, short, column } = fragment;
  if (!short) return `${column} like ${parameters.add(`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)}`;
  const [from, to] = [parameters.add(text), parameters.add(text + lastCharacter)];
  const named = `(c.sort_name >= ${from} and c.sort_name < ${to})`;
  return masked ? named : `(${named} or (c.phone_number >= ${from} and c.phone_number < ${to}))`;
}

/** Texts of selects that each name, through an index, all that may be meant and perhaps more. */
function roadsOf(
  which: Which,
  fragment: Fragment | null,
  context: TableContext,
  parameters: Parameters,
  few: number,
): string[] {
  const most = few + 1;
  const roads: string[] = [];
  if (fragment !== null) roads.push(...fragmentRoads(fragment, context.masked, parameters, most));
  if (which.listId !== undefined) roads.push(listRoad(which.listId, parameters));
  if (which.assignee !== undefined) roads.push(assigneeRoad(which.assignee, parameters));
  if (which.filter !== undefined) roads.push(...narrowRoads(which.filter, context, parameters, most));
  return roads;
}

function fragmentRoads(fragment: Fragment, masked: boolean, parameters: Parameters, most: number): string[] {
  if (!fragment.short) return [fragmentRoad(fragment.text, parameters, most) ?? ''].filter((road) => road !== '');
  const [from, to] = [parameters.add(fragment.text), parameters.add(fragment.text + lastCharacter)];
  const range = (column: string) =>
    `(select c.id from contacts c where ${everybody.join(' and ')} and c.${column} >= ${from} and c.${column} < ${to} limit ${most})`;
  return [masked ? `select x.id from ${range('sort_name')} x` : `${range('sort_name')} union ${range('phone_number')}`];
}

function assigneeRoad({ id, groupIds = [] }: NonNullable<Which['assignee']>, parameters: Parameters): string {
  return `select t.contact_id as id from threads t where t.client_id = $1
    and (t.assignee_id = ${parameters.add(id)}::uuid or t.assignee_group_id = any(${parameters.add(groupIds)}::uuid[]))`;
}

/** @returns few enough ids among which are all that is meant, or null when no road names few */
async function candidatesOf(
  tx: TenantTx,
  context: TableContext,
  which: Which,
  fragment: Fragment | null,
  most: number,
): Promise<string[] | null> {
  const count = roadsOf(which, fragment, context, new Parameters(tx.clientId), most).length;
  for (let index = 0; index < count; index++) {
    // A statement has the values of its own road only: what it does not name has no type.
    const parameters = new Parameters(tx.clientId);
    const road = roadsOf(which, fragment, context, parameters, most)[index] ?? '';
    const used = renumber(`select x.id from (${road} limit ${most + 1}) x`, parameters.values);
    const rows = await tx.rows<{ id: string }>(asText(used.text), used.values);
    if (rows.length <= most) return [...new Set(rows.map(({ id }) => id))];
  }
  return null;
}

/** Leaves out values that a text does not name. */
function renumber(text: string, values: readonly unknown[]): { text: string; values: unknown[] } {
  const order: number[] = [];
  const renamed = text.replaceAll(/\$(\d+)/g, (_all, number: string) => {
    const index = Number(number) - 1;
    if (!order.includes(index)) order.push(index);
    return `$${order.indexOf(index) + 1}`;
  });
  return { text: renamed, values: order.map((index) => values[index]) };
}

/**
 * A page of contacts in an order; equal values go by id, those without a value come last. What is common is met on a short
 * walk in that order; what is rare is named by a road of its own first.
 * @param page.sort a field, with a minus for the largest first
 */
export async function listContactIds(
  tx: TenantTx,
  context: TableContext,
  page: { which: Which; sort: string; after: Position | null; limit: number },
  sizes: RoadSizes = usualSizes,
): Promise<Page> {
  await tx.rows(planEach);
  const fragment = fragmentOf(page.which.search ?? '', context.masked);
  const { filter, listId, assignee, ids } = page.which;
  if (ids !== undefined) return bothPhases(tx, context, page, { fragment, candidates: ids });
  const asked = fragment !== null || [filter, listId, assignee].some((part) => part !== undefined);
  if (!asked) return bothPhases(tx, context, page, { fragment });
  const walked = await bothPhases(tx, context, page, { fragment, walk: sizes.walkFirst });
  if (walked.next !== null) return walked;
  const candidates = await candidatesOf(tx, context, page.which, fragment, sizes.mostCandidates);
  return bothPhases(tx, context, page, { fragment, candidates });
}

type Road = { fragment: Fragment | null; walk?: number; candidates?: readonly string[] | null };

type PageOf = { which: Which; sort: string; after: Position | null; limit: number };

async function bothPhases(tx: TenantTx, context: TableContext, page: PageOf, road: Road): Promise<Page> {
  const { after, limit } = page;
  const rows: Array<Found & { phase: 0 | 1 }> = [];
  for (const phase of [0, 1] as const) {
    if (after !== null && after.phase > phase) continue;
    // A walk is for what is met soon; those without a value are not walked for when those with one did not fill the page.
    if (road.walk !== undefined && phase > (after?.phase ?? 0)) break;
    const from = after?.phase === phase ? after : null;
    const query = phaseQuery(
      tx.clientId,
      context,
      { ...page, after: from, limit: limit + 1 - rows.length },
      phase,
      road,
    );
    if (query === null) continue;
    const found = await tx.rows<Found>(asText(query.text), query.values);
    rows.push(...found.map((row) => ({ ...row, phase })));
    if (rows.length > limit) break;
  }
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ id }) => id),
    next: rows.length > limit && last !== undefined ? { phase: last.phase, key: last.key, id: last.id } : null,
  };
}

function phaseQuery(
  clientId: string,
  context: TableContext,
  page: PageOf,
  phase: 0 | 1,
  road: Road,
): { text: string; values: unknown[] } | null {
  const parameters = new Parameters(clientId);
  const sort = sortOf(page.sort, context, parameters);
  if (phase === 1 && sort.lacks === null) return null;
  const parts = [...everybody];
  if (phase === 0 ? sort.has !== null : sort.lacks !== null)
    parts.push((phase === 0 ? sort.has : sort.lacks) ?? 'true');
  const [beyond, direction] = sort.descending ? ['<', 'desc'] : ['>', 'asc'];
  const idColumn = sort.from === 'contacts c' ? 'c.id' : 's.contact_id';
  const nulls = sort.nulls?.[sort.descending ? 'descending' : 'ascending'] ?? '';
  const order = phase === 0 ? `${sort.value} ${direction}${nulls}, ${idColumn} ${direction}` : 'c.id';
  const key = phase === 0 ? `${sort.value}::text` : `''`;
  const from = phase === 0 ? sort.from : 'contacts c';
  if (page.after !== null) {
    const id = `${parameters.add(page.after.id)}::uuid`;
    // The index ends in other ids than the order: this half of the comparison is what it can serve.
    if (phase === 0 && sort.nulls !== undefined)
      parts.push(`${sort.value} ${beyond}= ${parameters.add(page.after.key)}::${sort.type}`);
    parts.push(
      phase === 0
        ? `(${sort.value}, ${idColumn}) ${beyond} (${parameters.add(page.after.key)}::${sort.type}, ${id})`
        : `c.id > ${id}`,
    );
  }
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

/** Contacts of a selection in the order of ids, for work that goes through all of them. */
export async function walkContactIds(
  tx: TenantTx,
  context: TableContext,
  which: Which,
  after: string,
  limit: number,
): Promise<string[]> {
  await tx.rows(planEach);
  const parameters = new Parameters(tx.clientId);
  const parts = conditions(which, context, parameters);
  const fragment = fragmentOf(which.search ?? '', context.masked);
  if (fragment !== null) parts.push(fragmentCondition(fragment, context.masked, parameters));
  const text = `select c.id from contacts c where ${parts.join(' and ')} and c.id > ${parameters.add(after)}::uuid
    order by c.id limit ${limit}`;
  return (await tx.rows<{ id: string }>(asText(text), parameters.values)).map(({ id }) => id);
}

const totals = statement(
  'contacts_total',
  `select coalesce(sum(n) filter (where scope = $2), 0)::int as n,
     coalesce(sum(n) filter (where scope = 'sandbox'), 0)::int as sandbox
   from contact_counts where client_id = $1 and scope in ($2, 'sandbox')`,
);

/** @param most counting stops there @returns how many, and whether it was not stopped */
export async function countContacts(
  tx: TenantTx,
  context: TableContext,
  which: Which,
  most: number,
): Promise<{ count: number; exact: boolean }> {
  const simple =
    which.filter === undefined &&
    (which.search ?? '').trim() === '' &&
    [which.assignee, which.ids, which.except].every((part) => part === undefined);
  if (simple && (which.listId === undefined || which.real !== true)) {
    const scope = which.listId === undefined ? 'all' : `list:${which.listId}`;
    const [row] = await tx.rows<{ n: number; sandbox: number }>(totals, [tx.clientId, scope]);
    const { n = 0, sandbox = 0 } = row ?? {};
    return { count: which.real === true ? n - sandbox : n, exact: true };
  }
  await tx.rows(planEach);
  const parameters = new Parameters(tx.clientId);
  const parts = conditions(which, context, parameters);
  const fragment = fragmentOf(which.search ?? '', context.masked);
  if (fragment !== null) parts.push(fragmentCondition(fragment, context.masked, parameters));
  const candidates = await candidatesOf(tx, context, which, fragment, mostCandidates);
  if (candidates !== null) parts.push(`c.id = any(${parameters.add(candidates)}::uuid[])`);
  const text = `select count(*)::int as n from (select from contacts c where ${parts.join(' and ')} limit ${most + 1}) x`;
  const [row] = await tx.rows<{ n: number }>(asText(text), parameters.values);
  const n = row?.n ?? 0;
  return { count: Math.min(n, most), exact: n <= most };
}

const lastMessages = statement(
  'contacts_last_messages',
  `select contact_id, max(last_message_at) as at from threads
   where client_id = $1 and contact_id = any($2) and last_message_at is not null
     and ($3::uuid is null or assignee_id = $3) and ($4::uuid[] is null or channel_id = any($4)) group by contact_id`,
);

/** When the newest message with each of some contacts was, as far as the reader sees conversations. */
export async function listLastMessages(
  tx: TenantTx,
  ids: readonly string[],
  sees: { assigneeId: string | null; channelIds: readonly string[] | null },
): Promise<Map<string, string>> {
  const rows = await tx.rows<{ contact_id: string; at: Date }>(lastMessages, [
    tx.clientId,
    ids,
    sees.assigneeId,
    sees.channelIds,
  ]);
  return new Map(rows.map(({ contact_id: id, at }) => [id, at.toISOString()]));
}
