import { useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Checkbox } from '../checkbox.tsx';
import type { Column, Sort } from './column.ts';
import styles from './data-table.module.css';
import { resizeStepPx, widthOf, withWidth } from './layout.ts';
import type { SelectionState } from './use-selection.ts';
import type { TableLayoutState } from './use-table-layout.ts';

export type TableHeadProps<R> = {
  table: TableLayoutState<Column<R>>;
  scroll: 'panes' | 'document';
  selection?: SelectionState;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
};

/** The column headers: a click sorts, dragging the edge resizes. */
export function TableHead<R>({ table, scroll, selection, sort, onSort }: TableHeadProps<R>) {
  const { t } = useLingui();
  return (
    <tr aria-rowindex={1} className={`${styles.row} ${styles.head}`}>
      {selection && (
        <th scope="col" className={styles.select}>
          <Checkbox
            aria-label={t`Select loaded rows`}
            checked={selection.head === 'all'}
            mixed={selection.head === 'some'}
            onChange={selection.pressHead}
          />
        </th>
      )}
      {table.shown.map((column) => (
        <Head key={column.id} column={column} table={table} scroll={scroll} sort={sort} onSort={onSort} />
      ))}
    </tr>
  );
}

function Head<R>(props: Omit<TableHeadProps<R>, 'selection'> & { column: Column<R> }) {
  const { column, table, scroll, sort, onSort } = props;
  const sorted = sort?.column === column.id ? sort : null;
  const Arrow = sorted?.descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      aria-sort={sorted === null ? undefined : sorted.descending ? 'descending' : 'ascending'}
      className={[styles.column, column.align === 'end' && styles.end, column.stays && styles.stays]
        .filter(Boolean)
        .join(' ')}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort({ column: column.id, descending: sorted !== null && !sorted.descending })}
        >
          <span>{column.title}</span>
          {sorted && <Arrow size={14} stroke={2} aria-hidden="true" />}
        </button>
      ) : (
        <span className={column.stays ? 'visually-hidden' : styles.title}>{column.title}</span>
      )}
      {column !== table.shown.at(-1) && <Edge column={column} table={table} scroll={scroll} />}
    </th>
  );
}

/** The edge between two columns: dragged, or moved with the arrow keys. */
function Edge<R>({ column, table, scroll }: Pick<TableHeadProps<R>, 'table' | 'scroll'> & { column: Column<R> }) {
  const { t } = useLingui();
  const [dragged, setDragged] = useState(false);
  const start = useRef({ x: 0, width: 0, scale: 1 });
  const width = widthOf(column, table.layout);
  const ahead = () => (document.documentElement.dir === 'rtl' ? -1 : 1);
  const set = (next: number | null) => table.change(withWidth(table.layout, column, next));

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const drawn = drawnWidth(event.currentTarget) ?? width;
    // Where columns share the page's width they are drawn in proportion.
    start.current =
      scroll === 'document'
        ? { x: event.clientX, width, scale: drawn / width }
        : { x: event.clientX, width: drawn, scale: 1 };
    setDragged(true);
  };
  const onPointerMove = (event: PointerEvent) => {
    const { x, width: before, scale } = start.current;
    if (dragged) set(before + ((event.clientX - x) * ahead()) / scale);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -resizeStepPx, ArrowRight: resizeStepPx }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = scroll === 'document' ? width : (drawnWidth(event.currentTarget) ?? width);
    set(from + step * ahead());
  };
  return (
    <hr
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t`Width of ${column.title}`}
      aria-valuenow={width}
      aria-valuemin={column.minWidth ?? 72}
      aria-valuemax={1200}
      className={styles.edge}
      data-own-keys
      data-dragged={dragged || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
      onKeyDown={onKeyDown}
      onDoubleClick={() => set(null)}
    />
  );
}

function drawnWidth(edge: Element): number | undefined {
  return edge.parentElement?.getBoundingClientRect().width;
}
