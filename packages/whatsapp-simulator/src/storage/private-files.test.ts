import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStorage } from './database.ts';

it('files of the simulator are readable by its own user only, also older ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-simulator-'));
  const fail = (error: Error) => {
    throw error;
  };
  const modes = () =>
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)] as const);
  try {
    const file = join(folder, 'simulator.sqlite');
    for (const loosened of [false, true]) {
      const database = openStorage(file, fail);
      database.write(() => database.nextChange());
      expect(modes().length).toBeGreaterThan(0);
      expect(modes().filter(([, mode]) => mode !== '600')).toEqual([]);
      database.close();
      if (!loosened) chmodSync(file, 0o644);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
