import type { Campaign } from '@parley/contract/types';

/** Recipients by state, and by what they did afterwards. @param counts by the names of the database */
export function presentCounters(counts: Readonly<Record<string, number>>): Pick<Campaign, 'counters' | 'after'> {
  const of = (state: string) => counts[state] ?? 0;
  return {
    counters: {
      queued: of('QUEUED'),
      sent: of('SENT'),
      delivered: of('DELIVERED'),
      read: of('READ'),
      failed: of('FAILED'),
      unknown: of('UNKNOWN'),
      skipped: of('SKIPPED'),
      capped: of('CAPPED'),
    },
    after: { replied: of('REPLIED'), tapped: of('TAPPED'), opted_out: of('OPTED_OUT') },
  };
}
