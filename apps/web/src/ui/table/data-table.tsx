import { useLingui } from '@lingui/react/macro';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle, WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';
import { useDensity } from '../../platform/density-choice.ts';
import { Button } from '../button.tsx';
import { ProblemState } from '../problem-state.tsx';
import { Skeleton } from '../skeleton.tsx';
import { useBelow } from '../use-media.ts';
import type { Column, Sort } from './column.ts';
import styles from './data-table.module.css';
import { hasOwnWidth, widthOf } from './layout.ts';
import { TableHead } from './table-head.tsx';
import { RowCells, RowContext, TableRow } from './table-row.tsx';
import { useRowKeys } from './use-row-keys.ts';
import type { SelectionState } from './use-selection.ts';
import type { TableLayoutState } from './use-table-layout.ts';

/** The next page is requested this many rows before the end. */
const rowsAhead = 20;
/** Heights in px: of the head, of a row (`--row-table` in both densities), of a card on phones. */
const headPx = 36;
const rowPx = { comfortable: 44, compact: 36, phone: 64 } as const;

/** Whether rows are loading or failed to load. Loaded rows stay, and a line at the end is about the next page. */
export type TableState =
  | { kind: 'ready' }
  | { kind: 'loading' }
  | { kind: 'problem'; error: unknown; onRetry: () => void };

export type DataTableProps<R> = {
  /** "Contacts" */
  label: string;
  table: TableLayoutState<Column<R>>;
  rows: readonly R[];
  idOf: (row: R) => string;
  /** The label of a row for assistive technology. */
  nameOf: (row: R) => string;
  pictureOf?: (row: R) => ReactNode;
  /** The total number, loaded or not. */
  total: number;
  state: TableState;
  /** Shown when there is nothing. */
  empty: ReactNode;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: SelectionState;
  /** The row that is open beside the table. */
  openId?: string | null;
  onOpen?: (row: R) => void;
  onNearEnd?: () => void;
  /** `document` on a page that scrolls as a whole: the columns then share its width, and the head stays in sight. */
  scroll?: 'panes' | 'document';
};

/**
 * Rows of one kind, of which only those near the screen are drawn. J and K or the arrows move, Enter opens, X chooses,
 * Shift+J and Shift+K choose on. On phones every row is a card.
 */
export function DataTable<R>(props: DataTableProps<R>) {
  const { t } = useLingui();
  const { rows, state } = props;
  if (rows.length > 0) return <Rows {...props} />;
  if (state.kind === 'problem') {
    return (
      <div className={styles.blank}>
        <ProblemState title={t`Couldn’t load this`} error={state.error} onRetry={state.onRetry} />
      </div>
    );
  }
  if (state.kind === 'loading') return <Skeleton shape="table" label={t`Reading`} count={8} />;
  return <div className={styles.blank}>{props.empty}</div>;
}

type List = VirtualizerHandle & WindowVirtualizerHandle;

function Rows<R>(props: DataTableProps<R>) {
  const { table, rows, idOf, selection, scroll = 'panes' } = props;
  const phone = useBelow('md');
  const density = useDensity((value) => value.density);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<List>(null);
  const ids = useMemo(() => rows.map(idOf), [rows, idOf]);
  const { onKeyDown, rendered } = useRowKeys({ ids, selection, scroller, list });
  const { openId = null } = props;
  const facts = useCallback(
    (index: number) => {
      const id = ids[index];
      return id === undefined ? null : { chosen: selection?.has(id) ?? false, open: id === openId };
    },
    [ids, selection, openId],
  );
  const size = rowPx[phone ? 'phone' : density];
  const { onNearEnd, state } = props;
  const askAhead = useCallback(() => {
    const listElement = list.current;
    // After a failure only the button at the end retries.
    if (listElement === null || onNearEnd === undefined || state.kind !== 'ready') return;
    const last = listElement.findItemIndex(listElement.scrollOffset + listElement.viewportSize);
    if (last >= rows.length - rowsAhead) onNearEnd();
  }, [rows.length, onNearEnd, state.kind]);
  // A page of rows that does not fill the screen is never scrolled; the list is measured with the next frame.
  useEffect(() => {
    const frame = requestAnimationFrame(askAhead);
    return () => cancelAnimationFrame(frame);
  }, [askAhead]);
  const shared = {
    ref: list,
    as: 'tbody' as const,
    item: TableRow,
    itemSize: size,
    // The focused row is rendered wherever the table is scrolled to, or the focus would be lost.
    keepMounted: rendered,
    onScroll: askAhead,
    data: rows,
    // Only rows near the visible area are rendered, however many are loaded.
    children: (row: R) => (
      <RowCells
        key={idOf(row)}
        row={row}
        id={idOf(row)}
        columns={table.shown}
        name={props.nameOf(row)}
        picture={props.pictureOf?.(row)}
        selection={selection}
        onOpen={props.onOpen}
      />
    ),
  };
  return (
    <div ref={scroller} className={styles.scroller} data-scroll={scroll}>
      <RowContext value={facts}>
        <table
          aria-label={props.label}
          aria-rowcount={props.total + 1}
          aria-busy={props.state.kind === 'loading' || undefined}
          className={styles.table}
          style={{ '--columns': gridColumnsOf(table, selection !== undefined, scroll) } as CSSProperties}
          onKeyDown={onKeyDown}
        >
          <thead className={styles.headFrame}>
            <TableHead table={table} scroll={scroll} selection={selection} sort={props.sort} onSort={props.onSort} />
          </thead>
          {/* Another row height needs another list: the measured sizes no longer apply. */}
          {scroll === 'panes' ? (
            <Virtualizer key={size} {...shared} scrollRef={scroller} startMargin={phone ? 0 : headPx} />
          ) : (
            <WindowVirtualizer key={size} {...shared} />
          )}
        </table>
      </RowContext>
      <Foot state={props.state} />
    </div>
  );
}

/**
 * In a pane the text columns that the user did not resize share the remaining space, in proportion to their widths; in
 * a document all columns share the width.
 */
function gridColumnsOf<R>(
  { shown, layout }: TableLayoutState<Column<R>>,
  selectable: boolean,
  scroll: 'panes' | 'document',
): string {
  const texts = shown.filter(({ align, stays }) => align !== 'end' && stays !== true);
  const unsized = texts.filter((column) => !hasOwnWidth(column, layout));
  const growing = new Set(unsized.length > 0 ? unsized : [texts.at(-1) ?? shown.at(-1)]);
  const widths = shown.map((column) => {
    const width = widthOf(column, layout);
    if (scroll === 'document') return `minmax(${column.minWidth ?? 0}px, ${width}fr)`;
    return growing.has(column) ? `minmax(${width}px, ${width}fr)` : `${width}px`;
  });
  return [...(selectable ? ['var(--select)'] : []), ...widths].join(' ');
}

/** Under the last row: that more is being read, or that it could not be. */
function Foot({ state }: { state: TableState }) {
  const { t } = useLingui();
  if (state.kind === 'ready') return null;
  return (
    <div className={styles.foot} role="status">
      {state.kind === 'loading' ? (
        t`Loading more`
      ) : (
        <>
          <span>{t`Couldn’t load more rows.`}</span>
          <Button size="sm" onClick={state.onRetry}>{t`Try again`}</Button>
        </>
      )}
    </div>
  );
}
