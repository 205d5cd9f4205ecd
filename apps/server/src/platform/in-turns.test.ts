import { expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

test('many items are computed in their order, and everyone else is served in between', async () => {
  let served = 0;
  const timer = setInterval(() => served++, 0);
  const items = Array.from({ length: 1_000 }, (_, n) => n);
  const slowly = (n: number) => {
    const until = performance.now() + 0.1;
    while (performance.now() < until);
    return n * 2;
  };
  expect(await inTurns(items, slowly)).toEqual(items.map((n) => n * 2));
  clearInterval(timer);
  expect(served).toBeGreaterThan(3);
});
