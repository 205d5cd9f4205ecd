// Programs of an earlier major version of PostgreSQL, which alone can read a cluster of that version.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { prepareBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import type { Placement } from './placement.ts';

export type OldProgramsPlaces = {
  /** The setting OLD_POSTGRES_BIN: no other folder is searched then. */
  given: string | undefined;
  /** The present programs' folder; other versions of the package may be installed beside it. */
  nativeDir: string;
  systemDir: string;
  placement: Placement;
};

/** Folders of the packages of Debian, Red Hat, SUSE and Gentoo. */
const systemFolders = (major: number) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/usr/lib/postgresql${major}/bin`,
  `/usr/lib64/postgresql-${major}/bin`,
];

/**
 * Finds the server program of exactly this major version that PostgreSQL's user can run.
 * @throws EmbeddedPostgresError with what to install or set when there is none
 */
export function findOldPostgres(major: number, places: OldProgramsPlaces): string {
  const { given, placement } = places;
  const folders = given === undefined ? [...packageFolders(places), ...systemFolders(major)] : [given];
  for (const folder of folders) {
    if (!existsSync(join(folder, 'postgres'))) continue;
    const postgres = makeRunnable(folder, places);
    if (majorOf(postgres, placement) === major) return postgres;
  }
  throw new EmbeddedPostgresError(
    given === undefined
      ? `the database in ${placement.clusterDir} is of PostgreSQL ${major}, whose programs are needed once to copy it: install them (on Debian: postgresql-${major}) or set OLD_POSTGRES_BIN to their folder, then start again`
      : `OLD_POSTGRES_BIN: ${given} has no program postgres of PostgreSQL ${major} that ${placement.runAs?.name ?? 'this user'} can run, and the database in ${placement.clusterDir} is of that version`,
  );
}

/** Installed packages, and the copies that earlier starts made of them for a user who could not reach the package. */
function packageFolders({ nativeDir, systemDir, placement }: OldProgramsPlaces): string[] {
  const isCopy = (name: string) => name.startsWith('postgresql-');
  return [
    ...listFolders(dirname(dirname(nativeDir)), () => true),
    ...listFolders(systemDir, isCopy),
    ...listFolders(placement.homeDir, isCopy),
  ].map((folder) => join(folder, 'native', 'bin'));
}

function listFolders(parent: string, isWanted: (name: string) => boolean): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter(isWanted)
    .sort()
    .map((name) => join(parent, name));
}

/** Those of a package need the links and the copy that the present ones get too. */
function makeRunnable(binDir: string, { systemDir, placement }: OldProgramsPlaces): string {
  const nativeDir = dirname(binDir);
  if (!existsSync(join(nativeDir, 'pg-symlinks.json'))) return join(binDir, 'postgres');
  const copyParent = placement.runAs ? systemDir : placement.homeDir;
  return prepareBinaries(nativeDir, copyParent, placement.runAs).postgres;
}

/** @returns null for a program that does not run */
function majorOf(postgres: string, { runAs }: Placement): number | null {
  const answer = spawnSync(postgres, ['--version'], {
    ...(runAs ? { uid: runAs.uid, gid: runAs.gid } : {}),
    cwd: '/',
    env: {},
    encoding: 'utf8',
  });
  // As in: postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)
  const major = /\(PostgreSQL\) (9\.\d+|\d+)/.exec(answer.stdout ?? '')?.[1];
  return answer.status === 0 && major !== undefined ? Number(major) : null;
}
