import { foldText } from '@parley/contract/fold-text';
import { type FilterFlag, filterFlags, isDay, type ListFilter } from './list-filter.ts';

type Named = { id: string; name: string };

/** What names in operators stand for. */
export type FilterNames = {
  users: readonly Named[];
  channels: readonly Named[];
  labels: readonly Named[];
  stages: readonly Named[];
  lists: readonly Named[];
  /** Names of custom fields. */
  fields: readonly string[];
};

/** `key:value` or `key:"several words"`, at the beginning or after a blank. */
const operator =
  /(^|\s)(is|has|assigned|channel|label|stage|list|from|since|until|field):(?:"([^"]+)"|(\S+))(?=\s|$)/giu;

/**
 * Takes operators such as `is:unread`, `has:media`, `label:Service`, `since:2026-11-16` or `field:"Plan=Pro"` out of a
 * text. What names nothing that exists stays in the text. `from:` stays too: it is searched for.
 * @param typing the text may go on: only what can be nothing else is taken
 */
export function parseTyped(
  text: string,
  names: FilterNames,
  typing = false,
): { filter: Partial<ListFilter>; rest: string } {
  const is = new Set<FilterFlag>();
  const filter: Partial<ListFilter> = {};
  const rest = text.replace(operator, (whole, before: string, key: string, quoted?: string, plain?: string) => {
    const value = quoted ?? plain ?? '';
    if (key.toLowerCase() === 'from') return whole;
    const open = typing && quoted === undefined;
    return take(key.toLowerCase(), value, names, is, filter, open) ? before : whole;
  });
  if (is.size > 0) filter.is = filterFlags.filter((flag) => is.has(flag));
  return { filter, rest: rest.replaceAll(/\s+/g, ' ').trim() };
}

/** What a text searches for: whose conversations, with `from:`, and the other words. */
export function readSearched(text: string): { from: string | null; words: string } {
  const names: string[] = [];
  const words = text.replace(operator, (whole, before: string, key: string, quoted?: string, plain?: string) => {
    if (key.toLowerCase() !== 'from') return whole;
    names.push(quoted ?? plain ?? '');
    return before;
  });
  return { from: names.length === 0 ? null : names.join(' '), words: words.replaceAll(/\s+/g, ' ').trim() };
}

function take(
  key: string,
  value: string,
  names: FilterNames,
  is: Set<FilterFlag>,
  filter: Partial<ListFilter>,
  typing: boolean,
): boolean {
  if (key === 'is') {
    const flag = { unread: 'unread', waiting: 'waiting', unanswered: 'waiting', overdue: 'overdue', failed: 'failed' }[
      value.toLowerCase()
    ];
    if (flag !== undefined) is.add(flag as FilterFlag);
    return flag !== undefined;
  }
  if (key === 'has') {
    const media = ['media', 'file', 'files'].includes(value.toLowerCase());
    if (media) is.add('media');
    const ad = value.toLowerCase() === 'ad';
    if (ad) filter.ad = 'any';
    return media || ad;
  }
  if (key === 'since' || key === 'until') {
    if (isDay(value)) filter[key] = value;
    return isDay(value);
  }
  if (key === 'field') return !typing && takeField(value, names.fields, filter);
  if (key === 'assigned' && ['me', 'none', 'nobody'].includes(value.toLowerCase())) {
    filter.assignee = value.toLowerCase() === 'me' ? 'me' : 'none';
    return true;
  }
  if (key === 'stage' && value.toLowerCase() === 'none') {
    filter.stage = 'none';
    return true;
  }
  const among =
    { assigned: names.users, channel: names.channels, label: names.labels, stage: names.stages, list: names.lists }[
      key
    ] ?? [];
  const wanted = foldText(value);
  const exact = among.find(({ name }) => foldText(name) === wanted);
  const starting = among.filter(({ name }) => foldText(name).startsWith(wanted));
  const found = exact ?? (starting.length === 1 ? starting[0] : undefined);
  if (found === undefined || (typing && (exact === undefined || starting.length > 1))) return false;
  if (key === 'assigned') filter.assignee = found.id;
  else if (key === 'channel') filter.channel = found.id;
  else if (key === 'label') filter.label = found.id;
  else if (key === 'stage') filter.stage = found.id;
  else filter.list = found.id;
  return true;
}

/** `Plan=Pro`, or `Plan` for any value. */
function takeField(text: string, fields: readonly string[], filter: Partial<ListFilter>): boolean {
  const [name = '', ...values] = text.split('=');
  const field = fields.find((each) => foldText(each) === foldText(name.trim()));
  const value = values.join('=').trim();
  if (field !== undefined) Object.assign(filter, { field }, value !== '' && { value });
  return field !== undefined;
}
