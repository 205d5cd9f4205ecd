import { type FilterFlag, filterFlags, type ListFilter } from './list-filter.ts';

type Named = { id: string; name: string };

/** What names in operators stand for. */
export type FilterNames = {
  users: readonly Named[];
  channels: readonly Named[];
  labels: readonly Named[];
  lists: readonly Named[];
};

/** `key:value` or `key:"several words"`, at the beginning or after a blank. */
const operator = /(^|\s)(is|assigned|channel|label|list|from):(?:"([^"]+)"|(\S+))(?=\s|$)/giu;

/**
 * Takes operators such as `is:unread`, `assigned:me`, `label:Service` or `list:"Test rides"` out of a text. What names
 * nothing that exists stays in the text. `from:` is the name of the contact, which the text searches anyway.
 */
export function parseTyped(text: string, names: FilterNames): { filter: Partial<ListFilter>; rest: string } {
  const is = new Set<FilterFlag>();
  const filter: Partial<ListFilter> = {};
  const rest = text.replace(operator, (whole, before: string, key: string, quoted?: string, plain?: string) => {
    const value = quoted ?? plain ?? '';
    if (key.toLowerCase() === 'from') return `${before}${value}`;
    return take(key.toLowerCase(), value, names, is, filter) ? before : whole;
  });
  if (is.size > 0) filter.is = filterFlags.filter((flag) => is.has(flag));
  return { filter, rest: rest.replaceAll(/\s+/g, ' ').trim() };
}

function take(
  key: string,
  value: string,
  names: FilterNames,
  is: Set<FilterFlag>,
  filter: Partial<ListFilter>,
): boolean {
  if (key === 'is') {
    const flag = { unread: 'unread', waiting: 'waiting', unanswered: 'waiting', failed: 'failed' }[value.toLowerCase()];
    if (flag !== undefined) is.add(flag as FilterFlag);
    return flag !== undefined;
  }
  if (key === 'assigned' && ['me', 'none', 'nobody'].includes(value.toLowerCase())) {
    filter.assignee = value.toLowerCase() === 'me' ? 'me' : 'none';
    return true;
  }
  const among = { assigned: names.users, channel: names.channels, label: names.labels, list: names.lists }[key] ?? [];
  const wanted = value.toLocaleLowerCase();
  const exact = among.find(({ name }) => name.toLocaleLowerCase() === wanted);
  const starting = among.filter(({ name }) => name.toLocaleLowerCase().startsWith(wanted));
  const found = exact ?? (starting.length === 1 ? starting[0] : undefined);
  if (found === undefined) return false;
  if (key === 'assigned') filter.assignee = found.id;
  else if (key === 'channel') filter.channel = found.id;
  else if (key === 'label') filter.label = found.id;
  else filter.list = found.id;
  return true;
}
