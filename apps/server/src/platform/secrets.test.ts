import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecrets } from './secrets.ts';

describe("the installation's key", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('is one key for servers that start on an empty folder at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(dataDir, undefined)));
    const kept = await loadSecrets(dataDir, undefined);
    expect(new Set(all.map((secrets) => secrets.derive('test')))).toEqual(new Set([kept.derive('test')]));
    expect(await readdir(dataDir)).toEqual(['secret-key']);
  });

  it('is made although a start of the same process number was killed while it made one', async () => {
    await writeFile(join(dataDir, `secret-key.${process.pid}`), 'half a k');
    const first = await loadSecrets(dataDir, undefined);
    expect((await loadSecrets(dataDir, undefined)).derive('test')).toBe(first.derive('test'));
  });
});
