import type { ComposedRow } from '@parley/contract/types';
import { maySendAgain } from '../../inbox/public.ts';

/** Failed messages that can be retried, by reason, the most frequent first. */
export function groupFailuresByReason(rows: readonly ComposedRow[]): { reason: string; rows: ComposedRow[] }[] {
  const groups = Map.groupBy(rows.filter(maySendAgain), ({ error }) => error?.message ?? '');
  return [...groups]
    .map(([reason, failed]) => ({ reason, rows: failed }))
    .sort((a, b) => b.rows.length - a.rows.length);
}
