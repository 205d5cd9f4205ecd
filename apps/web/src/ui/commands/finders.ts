import type { ReactNode } from 'react';

/** Something the palette found besides commands. */
export type Found = {
  id: string;
  title: string;
  /** A second line, below the title. */
  text?: ReactNode;
  /** A secondary text after the title. */
  note?: ReactNode;
  picture?: ReactNode;
  open: () => void;
};

/** Finds objects of one kind by the typed text; a few, the best first. */
export type Finder = {
  id: string;
  title: string;
  /** Listed below the commands. */
  below?: boolean;
  /** Matches on this device, immediately. */
  find: (typed: string) => readonly Found[];
  /** Matches on the server, which replace those of the device. */
  ask?: (typed: string, signal: AbortSignal) => Promise<readonly Found[]>;
};

const finders = new Set<Finder>();

/** Adds a kind of thing the palette finds. @returns stops it */
export function registerFinder(finder: Finder): () => void {
  finders.add(finder);
  return () => void finders.delete(finder);
}

/**
 * Searches the server for objects of every kind, and reports each result as it arrives. After a failure the device's
 * matches stay.
 */
export function askEverywhere(
  typed: string,
  signal: AbortSignal,
  onFound: (id: string, found: readonly Found[]) => void,
): void {
  for (const { id, ask } of finders) {
    ask?.(typed, signal)
      .then((found) => {
        if (!signal.aborted) onFound(id, found);
      })
      .catch(() => undefined);
  }
}

export function findEverywhere(
  typed: string,
): (Pick<Finder, 'id' | 'title' | 'below'> & { found: readonly Found[] })[] {
  if (typed.trim() === '') return [];
  return [...finders].map(({ id, title, below, find }) => ({ id, title, below: below === true, found: find(typed) }));
}
