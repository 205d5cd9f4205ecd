import { replyBands, resolutionBands } from '@parley/contract/reports';
import type { Dimension, DistributionRow } from './times-query.ts';

export type TimesRow = Pick<DistributionRow, 'kind' | 'by' | 'key'> & {
  count: number;
  median_s: number;
  p90_s: number;
  /** One count for each band: below the first bound, then up to each next one, then the rest. */
  bands: number[];
};

type Sum = Pick<TimesRow, 'kind' | 'by' | 'key'> & { counts: Map<number, number> };

/**
 * Adds up distributions by dimension. A percentile is the smallest duration that at least that part does not exceed.
 * @param detailed with the channels, of which the roll-ups have no rows of their own
 */
export function sumTimes(rows: readonly DistributionRow[], detailed: boolean): TimesRow[] {
  const sums = new Map<string, Sum>();
  const sumOf = (kind: Sum['kind'], by: Dimension, key: string | null): Sum => {
    const id = JSON.stringify([kind, by, key]);
    const found = sums.get(id) ?? { kind, by, key, counts: new Map() };
    sums.set(id, found);
    return found;
  };
  for (const { kind, by, key, channel_id: channel, distribution } of rows) {
    add(sumOf(kind, by, key), distribution);
    if (detailed && by === 'total' && channel !== null) add(sumOf(kind, 'channel', channel), distribution);
  }
  return [...sums.values()].map(rowOf);
}

function add({ counts }: Sum, distribution: Buffer): void {
  for (let at = 0; at < distribution.length; at += 8) {
    const seconds = distribution.readInt32BE(at);
    counts.set(seconds, (counts.get(seconds) ?? 0) + distribution.readInt32BE(at + 4));
  }
}

function rowOf({ kind, by, key, counts }: Sum): TimesRow {
  const sorted = [...counts].sort(([a], [b]) => a - b);
  const count = sorted.reduce((sum, [, n]) => sum + n, 0);
  const percentile = (part: number) => {
    let upTo = 0;
    for (const [seconds, n] of sorted) {
      upTo += n;
      if (upTo >= count * part) return seconds;
    }
    throw new Error('a distribution without durations');
  };
  const bounds = kind === 'reply' ? replyBands : resolutionBands;
  const bands = Array.from({ length: bounds.length + 1 }, () => 0);
  for (const [seconds, n] of sorted) {
    const after = bounds.findIndex((bound) => seconds < bound);
    const band = after === -1 ? bounds.length : after;
    bands[band] = (bands[band] ?? 0) + n;
  }
  return { kind, by, key, count, median_s: percentile(0.5), p90_s: percentile(0.9), bands };
}
