import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactList, CustomField, Filter, FilterCondition } from '@parley/contract/types';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import {
  customFieldOf,
  daysAgoOf,
  type FilterableField,
  fieldTitles,
  needsValue,
  operatorTitles,
  valueTitles,
} from '../data/filters.ts';

/** A filter as text for chips, and with the value in bold. */
export function useFilterText(lists: readonly ContactList[], fields: readonly CustomField[]) {
  const { t, i18n } = useLingui();
  return useMemo(() => {
    const title = (field: string) => {
      const known = fieldTitles[field as FilterableField];
      if (known !== undefined) return i18n._(known);
      return customFieldOf(field, fields)?.name ?? field.replace(/^custom:/, '');
    };
    const value = ({ field, value: text = '' }: FilterCondition) => {
      if (field === 'list') return lists.find(({ id }) => id === text)?.name ?? '-';
      const known = valueTitles[field]?.[text];
      if (known !== undefined) return i18n._(known);
      const days = daysAgoOf(text);
      return days === null ? text : t`${plural(days, { one: '# day ago', other: '# days ago' })}`;
    };
    const parts = (condition: FilterCondition): [string, string] => [
      `${title(condition.field)} ${i18n._(operatorTitles[condition.op])}`,
      needsValue(condition.op) ? value(condition) : '',
    ];
    const text = (filter: Filter): string => {
      if ('field' in filter) return parts(filter).join(' ').trim();
      const all = 'all' in filter;
      return (all ? filter.all : filter.any).map(text).join(all ? ` ${t`and`} ` : ` ${t`or`} `);
    };
    const node = (filter: Filter): ReactNode => {
      if (!('field' in filter)) return text(filter);
      const [asked, wanted] = parts(filter);
      return createElement(Fragment, null, `${asked} `, createElement('b', null, createElement('bdi', null, wanted)));
    };
    return { title, text, node };
  }, [lists, fields, i18n, t]);
}
