import type { Flow } from '@parley/contract/types';
import { expect, test } from 'vitest';
import { createFlowCache } from './flow-cache.ts';

test('flows that were used last are kept, up to a number of bytes', () => {
  const cache = createFlowCache(100);
  const flow = {} as Flow;
  for (const key of ['a', 'b', 'c']) cache.put(key, flow, 40);
  expect(['a', 'b', 'c'].map((key) => cache.get(key) === flow)).toEqual([false, true, true]);
  cache.get('b');
  cache.put('d', flow, 40);
  expect(['b', 'c', 'd'].map((key) => cache.get(key) === flow)).toEqual([true, false, true]);
  cache.put('b', flow, 60);
  expect(['b', 'd'].map((key) => cache.get(key) === flow)).toEqual([true, true]);
  cache.put('large', flow, 101);
  expect(cache.get('large')).toBeUndefined();
});
