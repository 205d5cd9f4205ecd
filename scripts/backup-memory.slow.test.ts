import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addDeliveries, runCommand } from './data-commands.ts';
import { startServerProcess } from './server-process.ts';

test('a backup and a restore take a bounded amount of memory, however much data there is', async () => {
  const folder = mkdtempSync('/tmp/parley-memory-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  chmodSync(folder, 0o755); // PostgreSQL's user has to pass through.
  const dataDir = join(folder, 'data');
  const run = (command: string, args: string[], dir = dataDir) =>
    runCommand(command, args, { cwd: folder, env: { DATA_DIR: dir } });
  const server = await startServerProcess({
    dataDir,
    port: '0',
    env: { ROLE: 'worker', LOG_LEVEL: 'silent', SANDBOX: 'off' },
  });
  try {
    const small = await run('backup.ts', [join(folder, 'small.parley')]);
    await addDeliveries(dataDir, 1_500);
    const large = await run('backup.ts', [join(folder, 'large.parley')]);
    expect([small.code, large.code]).toEqual([0, 0]);
    // 1,500 MB of text went through; a part of 8 MB is held a few times at once, which is a tenth of this.
    expect(large.maxMemoryKb - small.maxMemoryKb).toBeLessThan(1_000_000);
  } finally {
    await server.end('SIGTERM');
  }
  const restored = await run('restore.ts', [join(folder, 'large.parley')], join(folder, 'restored'));
  expect([restored.code, restored.out]).toEqual([0, expect.stringMatching(/Restored \d+ rows/)]);
  expect(restored.maxMemoryKb).toBeLessThan(1_000_000);
}, 900_000);
