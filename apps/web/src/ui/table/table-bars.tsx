import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconChevronDown, IconChevronUp, IconLayoutColumns, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { ChipButton } from '../chip.tsx';
import { icon, smallIcon } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import { Popover } from '../layer/popover.tsx';
import type { Column } from './column.ts';
import { orderedColumns, withColumnMoved, withColumnShown } from './layout.ts';
import styles from './table-bars.module.css';
import type { SelectionState } from './use-selection.ts';
import type { TableLayoutState } from './use-table-layout.ts';

/** Above a table: filters in force as chips, adding one, how many match, the choice of columns. */
export function FilterBar({ children, matching, end }: { children: ReactNode; matching?: number; end?: ReactNode }) {
  const { t } = useLingui();
  return (
    <search className={styles.filters} aria-label={t`Filters`}>
      {children}
      <span className={styles.space} />
      {matching !== undefined && (
        <span className={styles.note} role="status">
          {t`${plural(matching, { one: '# matches', other: '# match' })}`}
        </span>
      )}
      {end}
    </search>
  );
}

/** Which columns are shown and in which order, with buttons as well as for the keyboard. */
export function ColumnChoice<R>({ table }: { table: TableLayoutState<Column<R>> }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <ChipButton ref={anchor} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
        <IconLayoutColumns {...icon} />
        {t`Columns`}
      </ChipButton>
      {open && (
        <Popover anchor={anchor} align="end" onClose={() => setOpen(false)} className={styles.columns}>
          <ColumnList table={table} />
        </Popover>
      )}
    </>
  );
}

function ColumnList<R>({ table }: { table: TableLayoutState<Column<R>> }) {
  const { t } = useLingui();
  const { columns, layout, change } = table;
  const ordered = orderedColumns(columns, layout);
  const movable = ordered.filter(({ fixed }) => !fixed);
  return (
    <fieldset aria-label={t`Columns`} data-own-keys>
      {ordered.map((column) => (
        <div key={column.id} className={styles.columnLine}>
          <Checkbox
            checked={column.fixed || !layout.hidden.includes(column.id)}
            disabled={column.fixed}
            onChange={(event) => change(withColumnShown(layout, column.id, event.target.checked))}
          >
            {column.title}
          </Checkbox>
          {!column.fixed && (
            <>
              <IconButton
                size="sm"
                label={t`Move ${column.title} forward`}
                aria-disabled={column === movable[0] || undefined}
                onClick={() => change(withColumnMoved(layout, columns, column.id, -1))}
              >
                <IconChevronUp {...smallIcon} />
              </IconButton>
              <IconButton
                size="sm"
                label={t`Move ${column.title} back`}
                aria-disabled={column === movable.at(-1) || undefined}
                onClick={() => change(withColumnMoved(layout, columns, column.id, 1))}
              >
                <IconChevronDown {...smallIcon} />
              </IconButton>
            </>
          )}
        </div>
      ))}
      <div className={styles.foot}>
        <Button size="sm" variant="plain" onClick={table.reset}>{t`Reset to defaults`}</Button>
      </div>
    </fieldset>
  );
}

/** Shown at the bottom while rows are selected: their number, selecting all that match, actions. */
export function BulkBar({ selection, children }: { selection: SelectionState; children: ReactNode }) {
  const { t, i18n } = useLingui();
  if (selection.count === 0) return null;
  const total = i18n.number(selection.total);
  return (
    <section className={styles.bulk} aria-label={t`Selected rows`}>
      <span className={styles.count} role="status">
        {t`${plural(selection.count, { other: '# selected' })}`}
      </span>
      {selection.head === 'all' && selection.count < selection.total && (
        <button type="button" className={styles.all} onClick={selection.selectAllThatMatch}>
          {t`Select all ${total} that match`}
        </button>
      )}
      <span className={styles.space} />
      {children}
      <IconButton label={t`Clear selection`} onClick={selection.clear}>
        <IconX {...icon} />
      </IconButton>
    </section>
  );
}
