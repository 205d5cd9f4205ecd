import type { ReactNode } from 'react';

/** Something the palette found besides commands. */
export type Found = {
  id: string;
  title: string;
  /** Quiet words behind the title. */
  note?: string;
  picture?: ReactNode;
  open: () => void;
};

/** Finds things of one kind by what is typed; a few, the best first, from what the device holds. */
export type Finder = { id: string; title: string; find: (typed: string) => readonly Found[] };

const finders = new Set<Finder>();

/** Adds a kind of thing the palette finds. @returns stops it */
export function registerFinder(finder: Finder): () => void {
  finders.add(finder);
  return () => void finders.delete(finder);
}

export function findEverywhere(typed: string): { title: string; id: string; found: readonly Found[] }[] {
  if (typed.trim() === '') return [];
  return [...finders].map(({ id, title, find }) => ({ id, title, found: find(typed) }));
}
