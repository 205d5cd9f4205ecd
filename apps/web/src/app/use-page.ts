import { useMatches } from '@tanstack/react-router';
import type { RouteFacts, RoutePath } from './route-table.ts';

/** The page that is shown, by its row in the route table; null on an address that has none. */
export function usePage(): (RouteFacts & { path: RoutePath }) | null {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.page ?? null });
}
