/**
 * The selected rows: some by id, or all that match the current search and filters with exceptions. `all` includes
 * rows that are not loaded, so bulk operations send the search and the exceptions instead of ids.
 */
export type Selection = { all: false; ids: ReadonlySet<string> } | { all: true; except: ReadonlySet<string> };

export const nothingSelected: Selection = { all: false, ids: new Set() };

export function isSelected(selection: Selection, id: string): boolean {
  return selection.all ? !selection.except.has(id) : selection.ids.has(id);
}

/** How many are chosen of `total` that match. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.all ? Math.max(0, total - selection.except.size) : selection.ids.size;
}

/** Selects or deselects rows. */
export function withRows(selection: Selection, ids: readonly string[], chosen: boolean): Selection {
  const set = new Set(selection.all ? selection.except : selection.ids);
  for (const id of ids) {
    if (chosen === selection.all) set.delete(id);
    else set.add(id);
  }
  return selection.all ? { all: true, except: set } : { all: false, ids: set };
}

export function withAllMatching(): Selection {
  return { all: true, except: new Set() };
}

/** The ids between two rows, both included, in the order of the table; just the second when the first is not in it. */
export function rangeBetween(order: readonly string[], from: string | null, to: string): string[] {
  const a = from === null ? -1 : order.indexOf(from);
  const b = order.indexOf(to);
  if (b === -1) return [];
  if (a === -1) return [to];
  return order.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Whether none, some or all of the loaded rows are selected. */
export function headState(selection: Selection, order: readonly string[]): 'none' | 'some' | 'all' {
  const chosen = order.filter((id) => isSelected(selection, id)).length;
  if (chosen === 0) return 'none';
  return chosen === order.length ? 'all' : 'some';
}
