import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, vi } from 'vitest';

/*
 * Same input, same answer: before each file with tests.
 * Random inputs are those of TEST_SEED: a number, `random` for other ones in each process, or always the same ones when it is not set.
 */
const fixedSeed = 20_261_128;
if (process.env['TEST_SEED'] === 'random') {
  // Kept for the other files of this process.
  process.env['TEST_SEED'] = String(randomInt(2 ** 31));
  console.info(`random inputs of this process: TEST_SEED=${process.env['TEST_SEED']}`);
}
const asked = process.env['TEST_SEED'];
const seed = asked === undefined || asked === '' ? fixedSeed : Number(asked);
if (!Number.isInteger(seed)) throw new Error(`TEST_SEED is neither a whole number nor random: ${asked}`);
fc.configureGlobal({ seed });

// Files share a process: what a test replaces ends with the test, and a changed environment with the file.
const environment = { ...process.env };

afterEach(({ task }) => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (seed !== fixedSeed && task.result?.state === 'fail') console.error(`failed with TEST_SEED=${seed}: ${task.name}`);
});

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  for (const [name, value] of Object.entries(environment)) if (process.env[name] !== value) process.env[name] = value;
});
