import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../platform/storage.ts';
import { backoffMs } from './backoff.ts';
import { defaultCacheBytes, jsonBytes, minimumCacheBytes } from './cache.ts';
import { cacheBytes, chooseCacheBytes } from './cache-size.ts';
import { chooseEvictions } from './cache-usage.ts';

const megabyte = 1_048_576;

describe('the cache budget', () => {
  it('evicts nothing while everything fits', () => {
    expect(chooseEvictions([{ threadId: 'a', bytes: megabyte, usedAtMs: 1 }], 3 * megabyte, 4 * megabyte)).toEqual([]);
  });

  it('evicts least recently used windows first, and no more than needed', () => {
    const windows = [
      { threadId: 'new', bytes: 2 * megabyte, usedAtMs: 3 },
      { threadId: 'old', bytes: 2 * megabyte, usedAtMs: 1 },
      { threadId: 'middle', bytes: 2 * megabyte, usedAtMs: 2 },
    ];
    expect(chooseEvictions(windows, 6 * megabyte, 5 * megabyte)).toEqual(['old']);
    expect(chooseEvictions(windows, 6 * megabyte, 3 * megabyte)).toEqual(['old', 'middle']);
  });

  it('never goes below the minimum, whatever the setting', () => {
    const windows = [{ threadId: 'a', bytes: minimumCacheBytes, usedAtMs: 1 }];
    expect(chooseEvictions(windows, minimumCacheBytes, 0)).toEqual([]);
  });

  it('fits afterwards, or there is nothing left to evict', () => {
    const anyWindows = fc.uniqueArray(
      fc.record({ threadId: fc.uuid(), bytes: fc.nat(3 * megabyte), usedAtMs: fc.nat() }),
      { selector: (window) => window.threadId },
    );
    fc.assert(
      fc.property(anyWindows, fc.integer({ min: megabyte, max: 20 * megabyte }), (windows, budget) => {
        const total = windows.reduce((sum, window) => sum + window.bytes, 0);
        const evicted = new Set(chooseEvictions(windows, total, budget));
        const left = windows.filter((window) => !evicted.has(window.threadId));
        const leftBytes = left.reduce((sum, window) => sum + window.bytes, 0);
        expect(leftBytes <= budget || left.length === 0).toBe(true);
      }),
    );
  });

  it('is chosen for each account on its own; without a choice, or with an invalid one, it is the default', () => {
    const storage = memoryStorage();
    expect(cacheBytes('a:1', storage)).toBe(defaultCacheBytes);
    chooseCacheBytes('a:1', 3 * megabyte, storage);
    expect([cacheBytes('a:1', storage), cacheBytes('b:1', storage)]).toEqual([3 * megabyte, defaultCacheBytes]);
    chooseCacheBytes('a:1', 1, storage);
    expect(cacheBytes('a:1', storage)).toBe(minimumCacheBytes);
    storage.set('parley:account:a:1:cache-bytes', '"large"');
    expect(cacheBytes('a:1', storage)).toBe(defaultCacheBytes);
  });

  it('counts bytes, not characters', () => {
    expect(jsonBytes('é')).toBe(4);
  });
});

describe('backing off', () => {
  it('doubles up to the maximum wait, half of it random', () => {
    expect([1, 2, 3, 10].map((failures) => backoffMs(failures, 500, 30_000, 1))).toEqual([500, 1000, 2000, 30_000]);
    expect([1, 2, 3, 10].map((failures) => backoffMs(failures, 500, 30_000, 0))).toEqual([250, 500, 1000, 15_000]);
  });
});
