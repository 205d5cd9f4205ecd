import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamage } from '@parley/whatsapp-simulator/entry';
import type { Config } from '../../../platform/config.ts';
import { type Finding, ok, problem } from '../../../platform/doctor/health-check.ts';

export const simulatorFile = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(dataDir, 'simulator', 'books.sqlite');

/** The simulator's database, unless a simulator uses it at this moment. */
export function checkSimulatorFile(config: Config): Finding[] {
  const file = simulatorFile(config);
  if (!existsSync(file)) return [];
  let found: string | null = null;
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      const row = db.prepare('pragma quick_check(1)').get();
      if (row?.['quick_check'] !== 'ok') found = String(row?.['quick_check']);
    } finally {
      db.close();
    }
  } catch (error) {
    if (!isDamage(error)) return [ok('its data is in use')];
    found = (error as Error).message;
  }
  if (found === null) return [ok('its data is sound')];
  return [
    problem(
      `its data is damaged (${found.replaceAll(/\s+/g, ' ')})`,
      'Reset the sandbox on its page: it begins anew. Real channels are not affected.',
    ),
  ];
}
