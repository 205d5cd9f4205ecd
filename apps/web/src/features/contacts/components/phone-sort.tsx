import { useLingui } from '@lingui/react/macro';
import type { ContactRow } from '@parley/contract/types';
import { Select } from '../../../ui/select.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { useBelow } from '../../../ui/use-media.ts';
import styles from './phone-sort.module.css';

type PhoneSortProps = { columns: readonly Column<ContactRow>[]; sort: Sort; onSort: (sort: Sort) => void };

/** Sorting on phones, where columns have no headers. */
export function PhoneSort({ columns, sort, onSort }: PhoneSortProps) {
  const { t } = useLingui();
  const phone = useBelow('md');
  if (!phone) return null;
  const value = `${sort.descending ? '-' : ''}${sort.column}`;
  return (
    <Select
      className={styles.sort}
      aria-label={t`Sort by`}
      value={value}
      onChange={({ target }) =>
        onSort({ column: target.value.replace(/^-/, ''), descending: target.value.startsWith('-') })
      }
    >
      {columns
        .filter(({ sortable }) => sortable)
        .flatMap(({ id, title }) => [
          <option key={id} value={id}>{t`${title}, ascending`}</option>,
          <option key={`-${id}`} value={`-${id}`}>{t`${title}, descending`}</option>,
        ])}
    </Select>
  );
}
