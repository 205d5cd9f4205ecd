import { type KeyValue, readJson } from '../../platform/storage.ts';

/** The properties of a column for the layout. */
export type ColumnFacts = {
  id: string;
  /** Default width in px. */
  width: number;
  /** Default 72 px. */
  minWidth?: number;
  /** Not movable or hideable: the column that names the row. */
  fixed?: boolean;
  /** Not shown until chosen. */
  hidden?: boolean;
};

/** The user's columns of a table; ids in order, including hidden ones. */
export type TableLayout = { order: string[]; hidden: string[]; widths: Record<string, number> };

export const smallestColumnPx = 72;
/** One step of the arrow keys on a column's edge. */
export const resizeStepPx = 16;

/** The layout a table has before anybody touched it. */
export function defaultLayout(columns: readonly ColumnFacts[]): TableLayout {
  return {
    order: columns.map(({ id }) => id),
    hidden: columns.filter(({ hidden }) => hidden).map(({ id }) => id),
    widths: {},
  };
}

/** The columns to show, in order. Columns unknown to the layout (a new field) come last; removed ones are left out. */
export function shownColumns<C extends ColumnFacts>(columns: readonly C[], layout: TableLayout): C[] {
  return orderedColumns(columns, layout).filter(({ id, fixed }) => fixed || !layout.hidden.includes(id));
}

export function orderedColumns<C extends ColumnFacts>(columns: readonly C[], layout: TableLayout): C[] {
  const place = ({ id, fixed }: C) => {
    const at = layout.order.indexOf(id);
    return fixed ? -1 : at === -1 ? layout.order.length : at;
  };
  return columns.toSorted((a, b) => place(a) - place(b));
}

export function widthOf(column: ColumnFacts, layout: TableLayout): number {
  return Math.max(column.minWidth ?? smallestColumnPx, layout.widths[column.id] ?? column.width);
}

/** Whether the user gave the column its width. */
export function hasOwnWidth(column: ColumnFacts, layout: TableLayout): boolean {
  return layout.widths[column.id] !== undefined;
}

/** @param width null: the default again */
export function withWidth(layout: TableLayout, column: ColumnFacts, width: number | null): TableLayout {
  if (width === null) {
    const { [column.id]: _, ...widths } = layout.widths;
    return { ...layout, widths };
  }
  const kept = Math.round(Math.max(column.minWidth ?? smallestColumnPx, width));
  return { ...layout, widths: { ...layout.widths, [column.id]: kept } };
}

/** Moves a column before or after its neighbour, in the order of all columns. */
export function withColumnMoved<C extends ColumnFacts>(
  layout: TableLayout,
  columns: readonly C[],
  id: string,
  step: 1 | -1,
): TableLayout {
  const movable = orderedColumns(columns, layout).filter(({ fixed }) => !fixed);
  const order = movable.map((column) => column.id);
  const at = order.indexOf(id);
  const to = at + step;
  if (at === -1 || to < 0 || to >= order.length) return layout;
  order.splice(at, 1);
  order.splice(to, 0, id);
  return { ...layout, order: [...columns.filter(({ fixed }) => fixed).map((column) => column.id), ...order] };
}

export function withColumnShown(layout: TableLayout, id: string, shown: boolean): TableLayout {
  const rest = layout.hidden.filter((hidden) => hidden !== id);
  return { ...layout, hidden: shown ? rest : [...rest, id] };
}

/** Reads the stored layout of a table; null when there is none or it is invalid. */
export function readLayout(storage: KeyValue, name: string): TableLayout | null {
  const kept = readJson(storage.get(keyOf(name))) as Partial<TableLayout> | null;
  if (!isTexts(kept?.order) || !isTexts(kept.hidden) || typeof kept.widths !== 'object' || kept.widths === null) {
    return null;
  }
  const widths = Object.entries(kept.widths).filter(([, width]) => typeof width === 'number' && Number.isFinite(width));
  return { order: kept.order, hidden: kept.hidden, widths: Object.fromEntries(widths) };
}

export function saveLayout(storage: KeyValue, name: string, layout: TableLayout | null): void {
  if (layout === null) storage.remove(keyOf(name));
  else storage.set(keyOf(name), JSON.stringify(layout));
}

function keyOf(name: string): string {
  return `table:${name}`;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
