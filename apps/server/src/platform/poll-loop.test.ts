import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { type PollLoop, startPollLoop } from './poll-loop.ts';

const options = { log: createLog('silent'), failure: 'the round failed', retryMs: 500 };
let loop: PollLoop | undefined;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(async () => {
  await loop?.stop();
});

test('runs the next round when it is due', async () => {
  let rounds = 0;
  loop = startPollLoop(options, async () => {
    rounds++;
    return 100;
  });
  await vi.advanceTimersByTimeAsync(250);
  expect(rounds).toBe(3);
});

test('the first round may be delayed, and a stop does not wait for it', async () => {
  let rounds = 0;
  const round = async () => {
    rounds++;
    return 60_000;
  };
  loop = startPollLoop({ ...options, firstAfterMs: 1_000 }, round);
  await vi.advanceTimersByTimeAsync(999);
  expect(rounds).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toBe(1);
  const other = startPollLoop({ ...options, firstAfterMs: 1_000 }, round);
  await other.stop();
  expect(rounds).toBe(1);
});

test('a wake starts the next round immediately', async () => {
  let rounds = 0;
  loop = startPollLoop(options, async () => {
    rounds++;
    return 60_000;
  });
  await vi.advanceTimersByTimeAsync(1);
  loop.wake();
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toBe(2);
});

test('a wake during a round starts another one after it', async () => {
  let rounds = 0;
  const first = Promise.withResolvers<void>();
  loop = startPollLoop(options, async () => {
    rounds++;
    if (rounds === 1) await first.promise;
    return 60_000;
  });
  loop.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toBe(1);
  first.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toBe(2);
});

test('a failed round is retried after its pause, which a wake does not shorten', async () => {
  let rounds = 0;
  loop = startPollLoop(options, async () => {
    rounds++;
    throw new Error('no database');
  });
  await vi.advanceTimersByTimeAsync(400);
  loop.wake();
  await vi.advanceTimersByTimeAsync(50);
  expect(rounds).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(rounds).toBe(2);
});

test('stop ends a pause and starts no further round', async () => {
  let rounds = 0;
  const stopping = startPollLoop(options, async () => {
    rounds++;
    return 60_000;
  });
  await vi.advanceTimersByTimeAsync(1);
  await stopping.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(rounds).toBe(1);
});
