import { defaultClosingSoonMinutes } from '@parley/contract/threads';
import { useRows } from '../../../sync/public.ts';

/** How long before its end a reply window is closing soon in this account, in milliseconds. */
export function useClosingSoonMs(): number {
  return (useRows('clients')[0]?.closing_soon_minutes ?? defaultClosingSoonMinutes) * 60_000;
}
