import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

  it('is the same for servers that start on an empty folder at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(dataDir, undefined)));
    const kept = await loadSecrets(dataDir, undefined);
    expect(new Set(all.map((secrets) => secrets.derive('test')))).toEqual(new Set([kept.derive('test')]));
    expect(await readdir(dataDir)).toEqual(['secret-key']);
  });

  it('is created although an earlier start with the same pid was killed while creating it', async () => {
    await writeFile(join(dataDir, `secret-key.${process.pid}`), 'half a k');
    const first = await loadSecrets(dataDir, undefined);
    expect((await loadSecrets(dataDir, undefined)).derive('test')).toBe(first.derive('test'));
  });
});

describe('a new SECRET_KEY', () => {
  const [old, next] = ['the key before, of many letters', 'the key after it, of many letters'];

  it('opens values sealed with the previous one, and seals with itself', async () => {
    const sealed = (await loadSecrets('/none', old)).seal('a token', 'here');
    const rotated = await loadSecrets('/none', next, old);
    expect(rotated.open(sealed, 'here')).toBe('a token');
    expect(() => rotated.open(sealed, 'there')).toThrow();
    expect([rotated.isSealedBefore(sealed), rotated.isSealedBefore(rotated.seal('x', 'here'))]).toEqual([true, false]);
    const alone = await loadSecrets('/none', next);
    expect(alone.open(rotated.seal('x', 'here'), 'here')).toBe('x');
    expect(() => alone.open(sealed, 'here')).toThrow('another key');
    expect(rotated.derive('test')).toBe(alone.derive('test'));
    expect(rotated.deriveAll('test')).toContain((await loadSecrets('/none', old)).derive('test'));
  });

  it('replaces the key stored in the folder', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
    const sealed = (await loadSecrets(dataDir, undefined)).seal('a token', 'here');
    const kept = await readFile(join(dataDir, 'secret-key'), 'utf8');
    expect((await loadSecrets(dataDir, next, kept)).open(sealed, 'here')).toBe('a token');
    await rm(dataDir, { recursive: true });
  });
});
