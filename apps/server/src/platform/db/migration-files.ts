import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The baseline, one file for each feature (`01_platform.sql`), and later migrations, named by UTC minute and feature
 * (`202612010900_contacts_birthdays.sql`). Names are in the order of application.
 */
export const migrationsDir = join(import.meta.dirname, '..', '..', '..', 'migrations');

/**
 * The migrations that the baseline replaced. Their text never changes, because databases have their hashes. After the
 * last of them a database has the schema of the baseline.
 */
export const beforeBaselineDir = join(migrationsDir, 'before-baseline');

/** A migration that a database has. */
export type Migration = { name: string; sha256: string };

export type MigrationFile = Migration & {
  text: string;
  /** Hashes of earlier texts that had the same effect wherever they could be applied. */
  earlier: readonly string[];
};

export type MigrationFiles = { beforeBaseline: MigrationFile[]; baseline: MigrationFile[]; since: MigrationFile[] };

/** A migration to apply, or only to record because its schema exists already. */
export type Step = { file: MigrationFile; applies: boolean };

/** Files whose text was corrected after a release, with their earlier hashes. */
const corrected: Readonly<Record<string, readonly string[]>> = {
  // Could not be applied to PostgreSQL 15 and 16.
  '202611221705_broadcasts_statistics.sql': ['308c439c9a37984f579b7799829934f7ea77c32936686cfd095f4ec8ff8a15ac'],
};

const partOfBaseline = /^\d\d_/;

export async function readMigrationFiles(): Promise<MigrationFiles> {
  const [beforeBaseline, present] = await Promise.all([readFolder(beforeBaselineDir), readFolder(migrationsDir)]);
  return {
    beforeBaseline,
    baseline: present.filter(({ name }) => partOfBaseline.test(name)),
    since: present.filter(({ name }) => !partOfBaseline.test(name)),
  };
}

/**
 * The steps to the newest schema, including those already done. A database older than the baseline gets the
 * migrations before it, and the baseline is only recorded.
 */
export function listSteps(files: MigrationFiles, done: ReadonlyMap<string, string>): Step[] {
  const isOlder = files.beforeBaseline.some(({ name }) => done.has(name));
  return [
    ...(isOlder ? files.beforeBaseline.map((file) => ({ file, applies: true })) : []),
    ...files.baseline.map((file) => ({ file, applies: !isOlder })),
    ...files.since.map((file) => ({ file, applies: true })),
  ];
}

/**
 * The steps to the schema of a database with these migrations.
 * @param names migrations that satisfy `isKnown`
 */
export function listStepsTo(files: MigrationFiles, names: readonly string[]): Step[] {
  const wanted = new Set(names);
  const hasBaseline = files.baseline.some(({ name }) => wanted.has(name));
  const from = hasBaseline ? [...files.baseline, ...files.since] : files.beforeBaseline;
  return from.filter(({ name }) => wanted.has(name)).map((file) => ({ file, applies: true }));
}

/** Whether this version has a migration with the same content. */
export function isKnown(files: MigrationFiles, { name, sha256 }: Migration): boolean {
  const all = [...files.beforeBaseline, ...files.baseline, ...files.since];
  return all.some((file) => file.name === name && isSame(file, sha256));
}

/** Whether a migration applied with this hash has the same effect as its current text. */
export function isSame(file: MigrationFile, sha256: string | undefined): boolean {
  return sha256 === file.sha256 || (sha256 !== undefined && file.earlier.includes(sha256));
}

async function readFolder(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex'), earlier: corrected[name] ?? [] };
    }),
  );
}
