import type { Filter } from '@parley/contract/types';
import { type Statement, statement, type TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import { compileFilter, type FilterContext, lastCharacter, Parameters } from './filter-repo.ts';
import { customNameOf } from './filter-rules.ts';

/** Which contacts are meant: a filter, a fragment, a list, and what the reader may see at all. */
export type Which = {
  filter?: Filter | undefined;
  /** As typed. */
  search?: string | undefined;
  listId?: string | undefined;
  /** Without the people of the sandbox: for counts and exports. */
  real?: boolean;
  /** Only people in conversations assigned to this member, in these channels. */
  assignee?: { id: string; channelIds: readonly string[] | null } | undefined;
};

export type TableContext = FilterContext;

/** Where a page goes on: the sort value of the last row as text, and its id; `phase` 1 is behind the rows that have a value. */
export type Position = { phase: 0 | 1; key: string; id: string };

type Found = { id: string; key: string };
export type Page = { ids: string[]; next: Position | null };

/* Plans for any value are wrong here: how rare one is decides about the road. Without a name the text is planned anew. */
const planEach = statement('contacts_plan_each', `select set_config('plan_cache_mode', 'force_custom_plan', true)`);
const asText = (text: string): Statement => ({ name: '', text });

/** So many rows are looked at one by one before a fragment is taken for rare. */
const walkFirst = 4_000;
const mostCandidates = 50_000;

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
};

const ownSorts: Record<string, { value: string; type: string; nullable: boolean }> = {
  created_at: { value: 'c.created_at', type: 'timestamptz', nullable: false },
  name: { value: 'c.sort_name', type: 'text', nullable: false },
  opted_in_at: { value: 'c.opted_in_at', type: 'timestamptz', nullable: true },
  opted_out_at: { value: 'c.opted_out_at', type: 'timestamptz', nullable: true },
  phone_number: { value: 'c.phone_number', type: 'text', nullable: true },
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

/** The conditions that do not depend on the page. */
function conditions(which: Which, context: TableContext, parameters: Parameters): string[] {
  const parts = ['c.client_id = $1', 'c.deleted_at is null'];
  if (which.real === true) parts.push('not c.sandbox');
  if (which.filter !== undefined) parts.push(compileFilter(which.filter, context, parameters));
  if (which.listId !== undefined) {
    parts.push(`exists (select from contact_list_members m
      where m.client_id = $1 and m.contact_list_id = ${parameters.add(which.listId)}::uuid and m.contact_id = c.id)`);
  }
  if (which.assignee !== undefined) {
    const { id, channelIds } = which.assignee;
    const channel = channelIds === null ? '' : `and t.channel_id = any(${parameters.add(channelIds)}::uuid[])`;
    parts.push(`exists (select from threads t where t.client_id = $1 and t.contact_id = c.id
      and t.assignee_id = ${parameters.add(id)}::uuid ${channel})`);
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

/** @returns ids that the fragment may be about, or null when there are too many to name */
async function candidatesOf(tx: TenantTx, fragment: Fragment, masked: boolean): Promise<string[] | null> {
  const parameters = new Parameters(tx.clientId);
  const most = `${mostCandidates + 1}`;
  const range = (column: string, from: string, to: string) =>
    `(select c.id from contacts c where c.client_id = $1 and c.deleted_at is null and c.${column} >= ${from}
      and c.${column} < ${to} limit ${most})`;
  const shortRoad = () => {
    const [from, to] = [parameters.add(fragment.text), parameters.add(fragment.text + lastCharacter)];
    const byName = range('sort_name', from, to);
    return masked ? byName : `${byName} union ${range('phone_number', from, to)}`;
  };
  const text = fragment.short
    ? shortRoad()
    : `select contacts_with_fragment($1, ${parameters.add(fragment.text)}, ${most}) as id`;
  const rows = await tx.rows<{ id: string }>(asText(text), parameters.values);
  return rows.length > mostCandidates ? null : rows.map(({ id }) => id);
}

/**
 * A page of contacts in an order; equal values go by id, those without a value come last.
 * @param sort a field, with a minus for the largest first
 */
export async function listContactIds(
  tx: TenantTx,
  context: TableContext,
  page: { which: Which; sort: string; after: Position | null; limit: number },
): Promise<Page> {
  await tx.rows(planEach);
  const fragment = fragmentOf(page.which.search ?? '', context.masked);
  if (fragment === null) return bothPhases(tx, context, page, null);
  const walked = await bothPhases(tx, context, page, { fragment, walk: walkFirst });
  if (walked.next !== null) return walked;
  const candidates = await candidatesOf(tx, fragment, context.masked);
  return bothPhases(tx, context, page, { fragment, candidates });
}

type Road = { fragment: Fragment; walk?: number; candidates?: readonly string[] | null } | null;

type PageOf = { which: Which; sort: string; after: Position | null; limit: number };

async function bothPhases(tx: TenantTx, context: TableContext, page: PageOf, road: Road): Promise<Page> {
  const { after, limit } = page;
  const rows: Array<Found & { phase: 0 | 1 }> = [];
  for (const phase of [0, 1] as const) {
    if (after !== null && after.phase > phase) continue;
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
  const parts = conditions(page.which, context, parameters);
  if (phase === 0 ? sort.has !== null : sort.lacks !== null)
    parts.push((phase === 0 ? sort.has : sort.lacks) ?? 'true');
  const [beyond, direction] = sort.descending ? ['<', 'desc'] : ['>', 'asc'];
  const idColumn = sort.from === 'contacts c' ? 'c.id' : 's.contact_id';
  const order = phase === 0 ? `${sort.value} ${direction}, ${idColumn} ${direction}` : 'c.id';
  const key = phase === 0 ? `${sort.value}::text` : `''`;
  const from = phase === 0 ? sort.from : 'contacts c';
  if (page.after !== null) {
    const id = `${parameters.add(page.after.id)}::uuid`;
    parts.push(
      phase === 0
        ? `(${sort.value}, ${idColumn}) ${beyond} (${parameters.add(page.after.key)}::${sort.type}, ${id})`
        : `c.id > ${id}`,
    );
  }
  if (road?.candidates != null) parts.push(`c.id = any(${parameters.add(road.candidates)}::uuid[])`);
  if (road === null) {
    const text = `select c.id, ${key} as key from ${from} where ${parts.join(' and ')} order by ${order} limit ${page.limit}`;
    return { text, values: parameters.values };
  }
  const about = fragmentCondition(road.fragment, context.masked, parameters);
  if (road.walk === undefined) {
    const text = `select c.id, ${key} as key from ${from} where ${parts.join(' and ')} and ${about} order by ${order} limit ${page.limit}`;
    return { text, values: parameters.values };
  }
  // The inner rows come in order and few; the fragment is looked for only among them.
  const inner = `select c.id, c.sort_name, c.phone_number, c.search_text, ${key} as key from ${from}
    where ${parts.join(' and ')} order by ${order} limit ${road.walk}`;
  return { text: `select c.id, c.key from (${inner}) c where ${about} limit ${page.limit}`, values: parameters.values };
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
  const simple = which.filter === undefined && (which.search ?? '').trim() === '' && which.assignee === undefined;
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
  if (fragment !== null) {
    const candidates = await candidatesOf(tx, fragment, context.masked);
    if (candidates !== null) parts.push(`c.id = any(${parameters.add(candidates)}::uuid[])`);
    parts.push(fragmentCondition(fragment, context.masked, parameters));
  }
  const text = `select count(*)::int as n from (select from contacts c where ${parts.join(' and ')} limit ${most + 1}) x`;
  const [row] = await tx.rows<{ n: number }>(asText(text), parameters.values);
  const n = row?.n ?? 0;
  return { count: Math.min(n, most), exact: n <= most };
}
