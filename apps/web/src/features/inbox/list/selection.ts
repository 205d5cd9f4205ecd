/** Chosen conversations of a list; `anchor` is where a range begins. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null };

export const noSelection: Selection = { ids: new Set(), anchor: null };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The conversations that were chosen when the list was left to write to all of them. */
    selectedThreads?: readonly string[];
  }
}

/**
 * Chooses a conversation or takes it off.
 * @param shown the list, top to bottom
 * @param range chooses everything from the anchor to it instead
 */
export function toggleSelected(before: Selection, id: string, shown: readonly string[], range: boolean): Selection {
  const ids = new Set(before.ids);
  const [from, to] = [before.anchor === null ? -1 : shown.indexOf(before.anchor), shown.indexOf(id)];
  if (range && from !== -1 && to !== -1) {
    for (const each of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) ids.add(each);
    return { ids, anchor: id };
  }
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}
