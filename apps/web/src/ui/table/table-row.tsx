import { useLingui } from '@lingui/react/macro';
import { type CSSProperties, createContext, type MouseEvent, type ReactNode, type Ref, useContext } from 'react';
import { Checkbox } from '../checkbox.tsx';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import type { SelectionState } from './use-selection.ts';

/** The state of a row; the virtual list provides only its index. */
export type RowState = (index: number) => { chosen: boolean; open: boolean } | null;

export const RowContext = createContext<RowState>(() => null);

/** A row of the table at its position in the virtual list. */
export function TableRow(props: {
  style: CSSProperties;
  index: number;
  children: ReactNode;
  ref?: Ref<HTMLTableRowElement>;
}) {
  const { index } = props;
  const facts = useContext(RowContext)(index);
  return (
    <tr
      ref={props.ref}
      style={props.style}
      className={`${styles.row} ${styles.line}`}
      // The head is the first.
      aria-rowindex={index + 2}
      aria-current={facts?.open || undefined}
      data-row={index}
      data-chosen={facts?.chosen || undefined}
    >
      {props.children}
    </tr>
  );
}

export type RowCellsProps<R> = {
  row: R;
  id: string;
  columns: readonly Column<R>[];
  /** The row's label, for its checkbox. */
  name: string;
  /** A small picture before the first column's text. */
  picture?: ReactNode;
  selection?: SelectionState;
  onOpen?: (row: R) => void;
};

/** The cells of a row; a click anywhere opens its object. On phones they form a card. */
export function RowCells<R>({ row, id, columns, name, picture, selection, onOpen }: RowCellsProps<R>) {
  const { t } = useLingui();
  const press = (event: MouseEvent) => selection?.press(id, event.shiftKey);
  return (
    <>
      {selection && (
        <td className={styles.select}>
          {/* The click event, not the change event, has the state of Shift; the box follows the selection. */}
          <Checkbox
            aria-label={t`Select ${name}`}
            checked={selection.has(id)}
            onClick={press}
            onChange={() => undefined}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td key={column.id} className={cellClass(column)}>
          {place === 0 ? (
            <Naming onOpen={onOpen && (() => onOpen(row))}>
              {picture}
              <span>{column.cell(row)}</span>
            </Naming>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </>
  );
}

function Naming({ onOpen, children }: { onOpen?: () => void; children: ReactNode }) {
  if (onOpen === undefined) return <span className={styles.plain}>{children}</span>;
  return (
    <button type="button" data-row-open className={styles.name} onClick={onOpen}>
      {children}
    </button>
  );
}

function cellClass<R>({ align, phone, stays }: Column<R>): string {
  const place = { title: styles.atTitle, detail: styles.atDetail, end: styles.atEnd, none: styles.atNowhere }[
    phone ?? 'none'
  ];
  return [styles.cell, align === 'end' && styles.end, stays && styles.stays, place].filter(Boolean).join(' ');
}
