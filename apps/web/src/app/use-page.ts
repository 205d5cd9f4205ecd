import { useMatches } from '@tanstack/react-router';
import type { RouteFacts, RoutePath } from './route-table.ts';

/** The current page, by its row in the route table; null for an address without one. */
export function usePage(): (RouteFacts & { path: RoutePath }) | null {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.page ?? null });
}
