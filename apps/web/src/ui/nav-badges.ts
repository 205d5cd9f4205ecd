import { createStore } from '../platform/store.ts';

/** Numbers by the path of a link in the navigation. */
const useBadges = createStore<Readonly<Record<string, number>>>({});

/** 1 while the user is away. */
export const awayBadge = 'away';

/** Sets the number on the navigation's link to a page; 0 removes it. */
export function setNavBadge(path: string, count: number): void {
  useBadges.set({ ...useBadges.get(), [path]: count });
}

export function useNavBadge(path: string): number {
  return useBadges((badges) => badges[path] ?? 0);
}
