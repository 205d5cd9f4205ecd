import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Work that ends when the test resolves it. */
function pausedTask() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, end: resolve };
}

test('a limited number runs per key, in order, and other keys do not wait for them', async () => {
  const turns = createFairQueue(2, 60_000);
  const began: string[] = [];
  const parts = [pausedTask(), pausedTask(), pausedTask(), pausedTask()];
  const all = parts.map((part, n) =>
    turns.run('greedy', () => {
      began.push(`greedy ${n}`);
      return part.promise;
    }),
  );
  await turns.run('other', async () => void began.push('other'));
  expect(began).toEqual(['greedy 0', 'greedy 1', 'other']);
  parts[1]?.end();
  await all[1];
  await turns.run('other', async () => undefined);
  expect(began.slice(3)).toEqual(['greedy 2']);
  for (const part of parts) part.end();
  await Promise.all(all);
  expect(began).toContain('greedy 3');
});

test('a failure ends its turn too', async () => {
  const turns = createFairQueue(1, 60_000);
  await expect(turns.run('key', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run('key', async () => 'next')).toBe('next');
});

test('work that waits for queued work proceeds', async () => {
  const turns = createFairQueue(1, 10);
  expect(await turns.run('key', () => turns.run('key', async () => 'inner'))).toBe('inner');
});
