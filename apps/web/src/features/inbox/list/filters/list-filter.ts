import { dayAfter, dayStart } from '@parley/contract/local-time';
import { type LookupConditions, type ThreadConditions, type ThreadSort, threadSorts } from '@parley/contract/threads';

export const filterFlags = ['unread', 'waiting', 'overdue', 'failed', 'media'] as const;
export type FilterFlag = (typeof filterFlags)[number];

const textKeys = ['assignee', 'channel', 'list', 'label', 'stage', 'ad', 'since', 'until', 'field', 'value'] as const;
type TextKey = (typeof textKeys)[number];

/** What narrows a view, in the address: `is=unread,waiting&assignee=…&since=2026-11-16&field=Plan&value=Pro`. */
export type ListFilter = {
  is: readonly FilterFlag[];
  assignee?: string;
  channel?: string;
  list?: string;
  label?: string;
  /** A stage's id, or `none`. */
  stage?: string;
  /** The id of an ad or post that the customer came from, or `any`. */
  ad?: string;
  /** Days on this device of the last activity, both included. */
  since?: string;
  until?: string;
  /** A custom field's name; without `value` any value. */
  field?: string;
  value?: string;
};

/** The conditions of a view or of a query. */
export type ListConditions = ThreadConditions & LookupConditions;

export const noFilter: ListFilter = { is: [] };

/** @param search values of the address: a day that is none and unknown flags are left out */
export function parseListFilter(search: Record<string, unknown>): ListFilter {
  const given = typeof search.is === 'string' ? search.is.split(',') : [];
  const texts = textKeys.flatMap((key) => {
    const value = search[key];
    // The address writes a value of digits as a number.
    const text =
      typeof value === 'number' && (key === 'value' || key === 'field' || key === 'ad') ? String(value) : value;
    if (typeof text !== 'string' || text === '') return [];
    return (key === 'since' || key === 'until') && !isDay(text) ? [] : [[key, text]];
  });
  return { is: filterFlags.filter((flag) => given.includes(flag)), ...Object.fromEntries(texts) };
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`));
}

export function parseSort(value: unknown): ThreadSort | null {
  return (threadSorts as readonly unknown[]).includes(value) ? (value as ThreadSort) : null;
}

/** The address of a filter; what is not filtered is left out. */
export function writeListFilter({ is, ...texts }: ListFilter): Record<'is' | TextKey, string | undefined> {
  const keys = Object.fromEntries(textKeys.map((key) => [key, texts[key]])) as Record<TextKey, string | undefined>;
  return { is: is.length === 0 ? undefined : is.join(','), ...keys };
}

export function isFiltered({ is, ...texts }: ListFilter): boolean {
  return is.length > 0 || textKeys.some((key) => texts[key] !== undefined);
}

/** The conditions of a view and a filter together; those of the view win. @param zone the account’s, for days */
export function filterConditions(view: ListConditions, filter: ListFilter, zone: string): ListConditions {
  const { is, assignee, label, stage, channel, list, ad, since, until, field, value } = filter;
  return {
    assignee,
    label,
    stage,
    channel_id: channel,
    contact_list: list,
    ad,
    since: since && dayStart(zone, since),
    until: until && dayStart(zone, dayAfter(until)),
    field,
    field_value: field && value,
    ...Object.fromEntries(is.map((flag) => [flag, 'true'])),
    ...view,
  };
}
