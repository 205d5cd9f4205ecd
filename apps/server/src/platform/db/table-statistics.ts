import type { Platform } from '../platform.ts';
import { analyzeGrownTables as analyzeGrown } from './table-statistics-repo.ts';

/** Counts what is written since the start, and analyzes grown tables after 100 rows, 400, 1,600 and so on. */
const firstCheck = 100;
const nextCheckFactor = 4;

const written = new WeakMap<Platform, { rows: number; checkAt: number }>();
const growing = new WeakMap<Platform, readonly string[]>();

/** To be called once at the start, with the tables that writers of many rows fill. */
export function setGrowingTables(platform: Platform, tables: readonly string[]): void {
  growing.set(platform, tables);
}

/** Analyzes those that grew. */
export async function analyzeGrownTables(platform: Platform): Promise<void> {
  await analyzeGrown(platform.db.system.statements('maintenance'), growing.get(platform) ?? []);
}

/**
 * To be called after a commit by writers of many rows. Autovacuum looks once a minute, and in its first minute a new
 * installation may get thousands of messages. Never rejects.
 */
export async function noteWrittenRows(platform: Platform, rows: number): Promise<void> {
  const count = written.get(platform) ?? { rows: 0, checkAt: firstCheck };
  written.set(platform, count);
  count.rows += rows;
  if (count.rows < count.checkAt) return;
  while (count.checkAt <= count.rows) count.checkAt *= nextCheckFactor;
  try {
    await analyzeGrownTables(platform);
  } catch (error) {
    platform.log.debug({ err: error }, 'tables that grew could not be analyzed; autovacuum does it later');
  }
}
