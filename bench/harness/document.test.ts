import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageOf, type Results, readResults } from './document.ts';

const spread = { median: 412, least: 400, most: 431 };
const results: Results = {
  machine: { processor: 'Some processor', cores: 2, memoryGb: 24, node: 'v24.0.0', platform: 'linux x64' },
  figures: {
    'send.1': {
      ...{
        date: '2026-11-27T10:00:00.000Z',
        commit: 'abc',
        load: { before: 0.4, after: 1.5 },
        rounds: 5,
        command: 'npm run bench -- send',
      },
      ...{ subject: spread, comparison: { ...spread, median: 1_000 }, ratio: { median: 0.41, least: 0.4, most: 0.43 } },
      verdict: 'holds',
    },
  },
};

test('the page has a row of every measured figure and names the others', () => {
  const lines = pageOf(results).split('\n');
  expect(lines).toContain(
    '| sends through the API, 1 account, baseline the engine (`send.1`) | 412 (400–431) sends/s | 1,000 (400–431) | 0.41 (0.40–0.43) | ≥ 0.30 × | yes | 5 | 0.40 – 1.50 | 2026-11-27 | `npm run bench -- send` |',
  );
  expect(lines.find((line) => line.startsWith('Not measured'))).toContain('`send.16`');
});

test('docs/performance.md is made from bench/results.json', async () => {
  const stored = await readResults();
  if (stored === null) throw new Error('bench/results.json is missing');
  const page = join(import.meta.dirname, '..', '..', 'docs', 'performance.md');
  expect(await readFile(page, 'utf8')).toBe(pageOf(stored));
});
