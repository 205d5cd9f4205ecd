import type { ApiKey } from '@parley/contract/types';
import type { KeyHourRow } from './key-requests-repo.ts';

export type Usage = ApiKey['requests_24h'];

const hoursShown = 24;

/** The usage of a key without requests. */
export const noUsage: Usage = { total: 0, refused: 0, hours: Array.from({ length: hoursShown }, () => 0) };

/** The requests of each key in a day, by its id. */
export function byKey(rows: readonly KeyHourRow[]): Map<string, Usage> {
  const usage = new Map<string, Usage>();
  for (const { key_id: id, hours_ago: ago, requests, refused } of rows) {
    const before = usage.get(id) ?? noUsage;
    usage.set(id, {
      total: before.total + requests,
      refused: before.refused + refused,
      hours: before.hours.map((count, index) => (index === hoursShown - 1 - ago ? count + requests : count)),
    });
  }
  return usage;
}
