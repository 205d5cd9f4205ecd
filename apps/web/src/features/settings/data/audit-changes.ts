import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { listText } from '../../../platform/formats.ts';
import { languageLabel } from '../../../platform/languages.ts';
import { fieldText } from './audit-events.ts';

export type AuditRow = { field: string; from: string; to: string };

export type AuditWords = {
  locale: string;
  translate: (message: MessageDescriptor) => string;
  /** The name of a member or a group; null for other ids. */
  nameOf: (id: string) => string | null;
};

/** Names of parts that would not be understood by themselves. */
const partNames: Readonly<Record<string, MessageDescriptor>> = {
  mon: msg`Monday`,
  tue: msg`Tuesday`,
  wed: msg`Wednesday`,
  thu: msg`Thursday`,
  fri: msg`Friday`,
  sat: msg`Saturday`,
  sun: msg`Sunday`,
  user_ids: msg`Members`,
  group_ids: msg`Groups`,
  capacity: msg`Maximum open conversations each`,
  only_working: msg`Only in working hours`,
  opt_out: msg`Opt-out words`,
  opt_in: msg`Opt-in words`,
  first_minutes: msg`First reply within, in minutes`,
  next_minutes: msg`Later replies within, in minutes`,
  hours: msg`Hours counted`,
  warn_minutes: msg`Notify before it is due, in minutes`,
  tell_admins: msg`Notify Admins and Owners`,
  currency: msg`Currency of values`,
  link_previews: msg`Link previews`,
  only_assignee_replies: msg`Only the assigned member can reply`,
  closing_soon_minutes: msg`Reply window warning, in minutes`,
};
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const none = '-';

/** What changed, one row for each part that differs: `Working hours · Monday`, before and after. */
export function changeRows(
  { field, from, to }: { field: string; from: unknown; to: unknown },
  words: AuditWords,
): AuditRow[] {
  const [before, after] = [partsOf(from, words), partsOf(to, words)];
  const kind = field.startsWith('steps.') ? kindOf(to ?? from) : '';
  const rows = [...new Set([...before.keys(), ...after.keys()])]
    .filter((part) => (before.get(part) ?? '') !== (after.get(part) ?? ''))
    .map((part) => ({
      field: [partName(field, words), kind, part].filter((name) => name !== '').join(' · '),
      from: before.get(part) || none,
      to: after.get(part) || none,
    }));
  return rows.length > 0 ? rows : [{ field: partName(field, words), from: none, to: none }];
}

/** Steps are told apart by what they do: their ids say nothing. */
function kindOf(step: unknown): string {
  const { kind } = (step ?? {}) as Record<string, unknown>;
  return typeof kind === 'string' ? fieldText(kind) : '';
}

function partName(name: string, { translate }: AuditWords): string {
  const known = Object.hasOwn(partNames, name) ? partNames[name] : undefined;
  return known === undefined ? fieldText(name) : translate(known);
}

/** The texts of a value by the names of their parts; '' for a value without any. */
function partsOf(value: unknown, words: AuditWords): Map<string, string> {
  const parts = new Map<string, string>();
  const add = (path: readonly string[], one: unknown): void => {
    const leaf = leafText(one, words);
    if (leaf !== null) {
      parts.set(path.join(' · '), leaf);
      return;
    }
    const entries = Array.isArray(one)
      ? one.map((item, at): [string, unknown] => itemEntry(item, at, words))
      : Object.entries(one as object).map(([name, part]): [string, unknown] => [partName(name, words), part]);
    for (const [name, part] of entries) add([...path, name], part);
  };
  if (value !== null && value !== undefined) add([], value);
  return parts;
}

/** An item of a list by what tells it apart. */
function itemEntry(item: unknown, at: number, { locale }: AuditWords): [string, unknown] {
  const { language, date, name, id, ...rest } = item as Record<string, unknown>;
  if (typeof language === 'string') return [languageLabel(locale, language), rest];
  if (typeof date === 'string') return [date, name];
  if (typeof name === 'string') return [name, Object.keys(rest).length === 0 ? true : rest];
  return [`${at + 1}`, id === undefined ? item : rest];
}

/** @returns null for what has parts */
function leafText(value: unknown, words: AuditWords): string | null {
  const { translate, locale, nameOf } = words;
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return translate(value ? msg`On` : msg`Off`);
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value);
  if (typeof value === 'string') return (uuid.test(value) ? nameOf(value) : null) ?? value;
  if (isRange(value)) return `${value.from}–${value.to}`;
  if (!Array.isArray(value)) return null;
  const texts = value.map((one) => (typeof one === 'object' && !isRange(one) ? null : leafText(one, words)));
  return texts.includes(null) ? null : listText(texts);
}

function isRange(value: unknown): value is { from: string; to: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { from, to, ...rest } = value as Record<string, unknown>;
  return typeof from === 'string' && typeof to === 'string' && Object.keys(rest).length === 0;
}
