import type { AbResult, AbVariant } from '@parley/contract/types';
import { presentCounters } from '../core/present-counters.ts';
import type { CampaignRow } from '../core/repo.ts';

/** Null without a test, and before the start. */
export function presentAbResult(row: CampaignRow): AbResult | null {
  if (row.ab_test === null || row.started_at === null) return null;
  const choice = row.ab_choice;
  const resultOf = (variant: AbVariant) => {
    const counts = row.ab_counts.filter((count) => count.variant === variant);
    const tested = Object.fromEntries(counts.filter(({ rest }) => !rest).map(({ state, n }) => [state, n]));
    const { queued: _queued, ...rest } = presentCounters(
      Object.fromEntries(counts.filter((count) => count.rest).map(({ state, n }) => [state, n])),
    ).counters;
    const { skipped: _skipped, ...sent } = rest;
    return { variant, ...presentCounters(tested), rest: Object.values(sent).reduce((all, n) => all + n, 0) };
  };
  return {
    winner: row.ab_winner,
    why: choice?.why ?? null,
    chosen_by: choice?.by ?? null,
    chosen_at: choice?.at ?? null,
    decided_with: choice?.figures ?? null,
    variants: [resultOf('A'), resultOf('B')],
  };
}
