import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * One file for each feature with its tables (`01_platform.sql`), and later changes, named by UTC minute and feature
 * (`202612010900_contacts_birthdays.sql`).
 */
export const migrationsDir = join(import.meta.dirname, '..', '..', '..', 'migrations');

/** A migration that a database has. */
export type Migration = { name: string; sha256: string };

export type MigrationFile = Migration & { text: string };

const isOfFeature = (name: string) => /^\d\d_/.test(name);

/** All migrations, in the order of application. Their text never changes after a release: databases have their hashes. */
export async function readMigrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(migrationsDir)).filter((file) => file.endsWith('.sql')).sort();
  const ordered = [...names.filter(isOfFeature), ...names.filter((name) => !isOfFeature(name))];
  return Promise.all(
    ordered.map(async (name) => {
      const text = await readFile(join(migrationsDir, name), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Whether this version has a migration with the same content. */
export function isKnown(files: readonly MigrationFile[], { name, sha256 }: Migration): boolean {
  return files.some((file) => file.name === name && file.sha256 === sha256);
}

/**
 * Whether a database was begun before the first release: it has the tables of a feature as they were then, or migrations
 * of days when the features' files did not exist.
 */
export function isBeforeFirstRelease(files: readonly MigrationFile[], done: ReadonlyMap<string, string>): boolean {
  const known = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  const changed = [...done].some(([name, sha256]) => isOfFeature(name) && known.get(name) !== sha256);
  return changed || (done.size > 0 && ![...done.keys()].some(isOfFeature));
}
