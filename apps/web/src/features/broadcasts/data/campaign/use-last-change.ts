import type { Campaign } from '@parley/contract/types';
import { useRef } from 'react';

/** When this page last received a change of the broadcast, RFC 3339; at first when it was opened. */
export function useLastChange({ version }: Pick<Campaign, 'version'>): string {
  const seen = useRef({ version, at: new Date().toISOString() });
  if (seen.current.version !== version) seen.current = { version, at: new Date().toISOString() };
  return seen.current.at;
}
