import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClusterIfMissing } from './cluster.ts';

test('a folder of another major version is refused with what to do, and stays as it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-major-'));
  try {
    writeFileSync(join(folder, 'PG_VERSION'), '17\n');
    await expect(createClusterIfMissing(folder, '/none/initdb', null, 1)).rejects.toThrow(
      /is of PostgreSQL 17: start the server once, which copies it for PostgreSQL 18/,
    );
    writeFileSync(join(folder, 'PG_VERSION'), '18\n');
    expect(await createClusterIfMissing(folder, '/none/initdb', null, 1)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
