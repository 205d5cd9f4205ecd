import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { attachLogs, markLogs, recordLog } from './evidence.ts';

let folder: string;
let attached: string[];
const finished = (status: string) => ({
  status,
  expectedStatus: 'passed',
  outputPath: (name: string) => join(folder, name),
  attach: async (name: string) => void attached.push(name),
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-evidence-'));
  attached = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a failed test stores its servers’ output since it began, also of one that has ended meanwhile', async () => {
  const before = recordLog(folder);
  before.add('of the test before\n');
  const closedBefore = recordLog(folder);
  await closedBefore.end();
  const marks = markLogs();
  before.add('of this test\n');
  const own = recordLog(folder);
  own.add('of a server of its own\n');
  await mkdir(join(folder, 'log'));
  await writeFile(join(folder, 'log', 'postgres.log'), 'words of PostgreSQL\n');
  await own.end();

  await attachLogs(finished('failed'), marks);

  expect(attached).toEqual(['server-1.log', 'server-2.log']);
  const [first, second] = await Promise.all(attached.map((name) => readFile(join(folder, name), 'utf8')));
  expect(first).toContain('of this test');
  expect(first).not.toContain('of the test before');
  expect(second).toContain('of a server of its own');
  expect(second).toContain('words of PostgreSQL');
});

test('a passing test stores nothing', async () => {
  recordLog(folder).add('something');
  await attachLogs(finished('passed'), markLogs());
  expect(attached).toEqual([]);
});
