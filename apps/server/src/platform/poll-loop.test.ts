import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

test('pauses of many loops end apart from each other, never later than asked for', async () => {
  const ends: number[] = [];
  const loops = Array.from({ length: 20 }, () =>
    startPollLoop(options, async () => {
      ends.push(Date.now());
      return 1_000;
    }),
  );
  const began = Date.now();
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(loops.map((one) => one.stop()));
  const second = ends.filter((at) => at > began);
  expect(second.length).toBeGreaterThanOrEqual(20);
  expect(new Set(second).size).toBeGreaterThan(5);
});

describe('a loop that may rest', () => {
  const seen: number[] = [];
  const startResting = () =>
    startPollLoop({ ...options, restMs: 4_000 }, async () => {
      seen.push(Date.now());
      return 1_000;
    });
  const pauses = () => seen.slice(1).map((at, index) => Math.ceil((at - (seen[index] ?? 0)) / 1_000));
  beforeEach(() => void seen.splice(0));

  test('pauses longer and longer while nothing wakes it', async () => {
    loop = startResting();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(pauses().slice(0, 5)).toEqual([1, 2, 4, 4, 4]);
  });

  test('is as quick as before after it was stirred', async () => {
    loop = startResting();
    await vi.advanceTimersByTimeAsync(10_000);
    seen.splice(0);
    loop.stir();
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(pauses().slice(0, 3)).toEqual([1, 2, 4]);
  });

  test('gathers what comes while it does not rest: a stir does not shorten its usual pause', async () => {
    loop = startResting();
    await vi.advanceTimersByTimeAsync(1);
    for (let n = 0; n < 10; n++) loop.stir();
    await vi.advanceTimersByTimeAsync(500);
    expect(seen).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(seen).toHaveLength(2);
  });
});

test('rounds that only look go one after the other, and a long one holds up no other for long', async () => {
  let [running, most, looks] = [0, 0, 0];
  const look = async () => {
    running++;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running--;
    looks++;
    return 1_000;
  };
  const loops = Array.from({ length: 20 }, () => startPollLoop(options, look));
  await vi.advanceTimersByTimeAsync(800);
  most = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(most).toBe(1);
  const long = startPollLoop(
    { ...options, firstAfterMs: 1 },
    () => new Promise((resolve) => setTimeout(() => resolve(1_000), 60_000)),
  );
  looks = 0;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks).toBeGreaterThanOrEqual(80);
  await vi.advanceTimersByTimeAsync(120_000);
  await Promise.all([...loops, long].map((one) => Promise.all([one.stop(), vi.advanceTimersByTimeAsync(120_000)])));
});
