import type { Filter } from '@parley/contract/types';
import { type Statement, statement, type TenantTx } from '../../platform/db/sql.ts';
import { compileFilter, type FilterContext, lastCharacter, Parameters, shownName } from './filter-repo.ts';
import { fragmentRoad, listRoad, narrowRoads } from './narrow-repo.ts';

/** Which contacts are meant: a filter, a fragment, a list, and what the reader may see at all. */
export type Which = {
  filter?: Filter | undefined;
  /** As typed. */
  search?: string | undefined;
  listId?: string | undefined;
  /** Without the people of the sandbox, for counts and exports; false: only them. */
  real?: boolean;
  /** Only these, and not those. */
  ids?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
  /** Only people in conversations assigned to this member or their groups, in these channels. */
  assignee?: { id: string; channelIds: readonly string[] | null; groupIds?: readonly string[] } | undefined;
};

export type TableContext = FilterContext;

/* Plans for any value are wrong here: how rare one is decides about the road. Without a name the text is planned anew. */
export const planEach = statement(
  'contacts_plan_each',
  `select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('work_mem', '32MB', true)`,
);
export const asText = (text: string): Statement => ({ name: '', text });

export const everybody = ['c.client_id = $1', 'c.deleted_at is null'];

/** The conditions that do not depend on the page. */
export function conditions(which: Which, context: TableContext, parameters: Parameters): string[] {
  return [...everybody, ...testsOf(which, context, parameters)];
}

/** What is asked of each contact, besides being there. */
export function testsOf(which: Which, context: TableContext, parameters: Parameters): string[] {
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
  return { text, short: [...text].length < 3, column: masked ? shownName(masked) : 'c.search_text' };
}

export type Fragment = NonNullable<ReturnType<typeof fragmentOf>>;

export function fragmentPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

export function fragmentCondition(fragment: Fragment, masked: boolean, parameters: Parameters): string {
  const { text, short, column } = fragment;
  if (!short) return `${column} like ${parameters.add(fragmentPattern(text))}`;
  const [from, to] = [parameters.add(text), parameters.add(text + lastCharacter)];
  const named = `(${shownName(masked)} >= ${from} and ${shownName(masked)} < ${to})`;
  return masked ? named : `(${named} or (c.phone_number >= ${from} and c.phone_number < ${to}))`;
}

/** A set that is looked into for each contact is held in memory: about 60 bytes a contact. */
const mostInSet = 400_000;

/** Texts of selects that each name, through an index, all that may be meant and perhaps more; see `narrowRoads` for `most`. */
function roadsOf(
  which: Which,
  fragment: Fragment | null,
  context: TableContext,
  parameters: Parameters,
  most: number | null,
): string[] {
  const roads: string[] = [];
  if (fragment !== null) roads.push(...fragmentRoads(fragment, context.masked, parameters, most));
  if (which.listId !== undefined) roads.push(listRoad(which.listId, parameters));
  if (which.assignee !== undefined) roads.push(assigneeRoad(which.assignee, parameters));
  if (which.filter !== undefined) roads.push(...narrowRoads(which.filter, context, parameters, most));
  return roads;
}

function fragmentRoads(fragment: Fragment, masked: boolean, parameters: Parameters, most: number | null): string[] {
  if (!fragment.short) return [fragmentRoad(fragment.text, parameters, most) ?? ''].filter((road) => road !== '');
  const [from, to] = [parameters.add(fragment.text), parameters.add(fragment.text + lastCharacter)];
  const range = (column: string) =>
    `(select c.id from contacts c where ${everybody.join(' and ')} and c.${column} >= ${from} and c.${column} < ${to}${most === null ? '' : ` limit ${most}`})`;
  return [masked ? `select x.id from ${range('sort_name')} x` : `${range('sort_name')} union ${range('phone_number')}`];
}

function assigneeRoad({ id, groupIds = [] }: NonNullable<Which['assignee']>, parameters: Parameters): string {
  return `select t.contact_id as id from threads t where t.client_id = $1
    and (t.assignee_id = ${parameters.add(id)}::uuid or t.assignee_group_id = any(${parameters.add(groupIds)}::uuid[]))`;
}

/** @returns few enough ids among which are all that is meant, or null when no road names few */
export async function candidatesOf(
  tx: TenantTx,
  context: TableContext,
  which: Which,
  fragment: Fragment | null,
  most: number,
): Promise<string[] | null> {
  const count = roadsOf(which, fragment, context, new Parameters(tx.clientId), most + 1).length;
  for (let index = 0; index < count; index++) {
    // A statement has the values of its own road only: what it does not name has no type.
    const parameters = new Parameters(tx.clientId);
    const road = roadsOf(which, fragment, context, parameters, most + 1)[index] ?? '';
    // Too many are only counted, not carried here.
    const ids = `case when count(*) <= ${most} then coalesce(array_agg(distinct x.id), '{}') end`;
    const used = renumber(`select ${ids} as ids from (${road} limit ${most + 1}) x`, parameters.values);
    const [found] = await tx.rows<{ ids: string[] | null }>(asText(used.text), used.values);
    if (found?.ids != null) return found.ids;
  }
  return null;
}

type Estimate = { 'QUERY PLAN': Array<{ Plan: { 'Plan Rows': number } }> };

/** A road whose set is looked into: its place, and how many the planner thinks it names. */
export type Fewest = { index: number; rows: number };

/** The road that names fewest by the planner's own estimate; null: no road is a set. */
export async function fewestOf(
  tx: TenantTx,
  context: TableContext,
  which: Which,
  fragment: Fragment | null,
): Promise<Fewest | null> {
  const own = new Parameters(tx.clientId);
  let best: Fewest | null = null;
  for (const [index, road] of roadsOf(which, fragment, context, own, null).entries()) {
    const { text, values } = renumber(road, own.values);
    const [answer] = await tx.rows<Estimate>(asText(`explain (format json) ${text}`), values);
    const rows = answer?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? Number.POSITIVE_INFINITY;
    if (best === null || rows < best.rows) best = { index, rows };
  }
  return best === null || best.rows > mostInSet ? null : best;
}

/** @param parameters gets what the text names @returns a set that can be looked into for each contact */
export function setOf(
  context: TableContext,
  which: Which,
  fragment: Fragment | null,
  parameters: Parameters,
  index: number,
): string | null {
  return roadsOf(which, fragment, context, parameters, null)[index] ?? null;
}

/** @returns the ids that the road at `index` names; null when they are more than `most` */
export async function membersOf(
  tx: TenantTx,
  context: TableContext,
  which: Which,
  fragment: Fragment | null,
  { index, most }: { index: number; most: number },
): Promise<string[] | null> {
  const parameters = new Parameters(tx.clientId);
  const road = setOf(context, which, fragment, parameters, index) ?? '';
  const used = renumber(`select x.id from (${road} limit ${most + 1}) x`, parameters.values);
  const rows = await tx.rows<{ id: string }>(asText(used.text), used.values);
  return rows.length > most ? null : [...new Set(rows.map(({ id }) => id))];
}

/** Leaves out values that a text does not name. */
export function renumber(text: string, values: readonly unknown[]): { text: string; values: unknown[] } {
  const order: number[] = [];
  const renamed = text.replaceAll(/\$(\d+)/g, (_all, number: string) => {
    const index = Number(number) - 1;
    if (!order.includes(index)) order.push(index);
    return `$${order.indexOf(index) + 1}`;
  });
  return { text: renamed, values: order.map((index) => values[index]) };
}
