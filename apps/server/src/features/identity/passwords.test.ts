import { describe, expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

describe('passwords', () => {
  const passwords = createPasswords();

  it('are stored as argon2id with at least 19 MiB and two passes', async () => {
    const stored = await passwords.hash('correct horse');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.matches('correct horse', stored)).toBe(true);
    expect(await passwords.matches('correct horsf', stored)).toBe(false);
    expect(await passwords.hash('correct horse')).not.toBe(stored);
  });
  it('match no user without a stored one', async () => {
    expect(await passwords.matches('', null)).toBe(false);
    expect(await passwords.matches('correct horse', null)).toBe(false);
  });
  it('wait in a queue of fifty behind two; further ones are rejected as unavailable', async () => {
    const flood = createPasswords();
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => flood.matches('guess', null)));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(8);
    expect(refused[0]?.reason).toMatchObject({ code: 'unavailable', status: 503 });
    expect(refused[0]?.reason.retryAfterS).toBeGreaterThan(0);
    expect(await flood.matches('guess', null)).toBe(false);
  });
  it('frees its capacity when a stored value is not a hash', async () => {
    const broken = createPasswords();
    for (let turn = 0; turn < 3; turn++) await expect(broken.matches('x', 'not a hash')).rejects.toThrow();
    expect(await broken.matches('x', null)).toBe(false);
  });
});
