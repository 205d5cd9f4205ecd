import { type ThreadConditions, type ThreadSort, threadSorts } from '@parley/contract/threads';
import type { SavedView } from '@parley/contract/types';

export const filterFlags = ['unread', 'waiting', 'failed'] as const;
export type FilterFlag = (typeof filterFlags)[number];

/** What narrows a view, in the address: `is=unread,waiting&assignee=…&channel=…&list=…&label=…`. */
export type ListFilter = {
  is: readonly FilterFlag[];
  assignee?: string;
  channel?: string;
  list?: string;
  label?: string;
};

export const noFilter: ListFilter = { is: [] };

export function parseListFilter(search: Record<string, unknown>): ListFilter {
  const given = typeof search.is === 'string' ? search.is.split(',') : [];
  const text = (key: 'assignee' | 'channel' | 'list' | 'label') => {
    const value = search[key];
    return typeof value === 'string' && value !== '' ? { [key]: value } : {};
  };
  return {
    is: filterFlags.filter((flag) => given.includes(flag)),
    ...text('assignee'),
    ...text('channel'),
    ...text('list'),
    ...text('label'),
  };
}

export function parseSort(value: unknown): ThreadSort | null {
  return (threadSorts as readonly unknown[]).includes(value) ? (value as ThreadSort) : null;
}

/** The address of a filter; what is not filtered is left out. */
export function writeListFilter({
  is,
  assignee,
  channel,
  list,
  label,
}: ListFilter): Record<string, string | undefined> {
  return { is: is.length === 0 ? undefined : is.join(','), assignee, channel, list, label };
}

export function isFiltered({ is, assignee, channel, list, label }: ListFilter): boolean {
  return is.length > 0 || [assignee, channel, list, label].some((value) => value !== undefined);
}

/** The conditions of a view and a filter together; those of the view win. */
export function filterConditions(view: ThreadConditions, filter: ListFilter): ThreadConditions {
  const wanted: ThreadConditions = {};
  for (const flag of filter.is) wanted[flag] = 'true';
  if (filter.assignee !== undefined) wanted.assignee = filter.assignee;
  if (filter.label !== undefined) wanted.label = filter.label;
  if (filter.channel !== undefined) wanted.channel_id = filter.channel;
  return { ...wanted, ...view };
}

/** The conditions of a saved view: those of the view and the filter together. */
export function savedConditions(
  view: ThreadConditions,
  filter: ListFilter,
  viewList: string | undefined,
): SavedView['conditions'] {
  const list = filter.list ?? viewList;
  return { ...filterConditions(view, filter), ...(list !== undefined && { contact_list: list }) };
}
