// The folders of an upgrade. At every moment one of two clusters is whole: the old one, until the new one holds
// everything and says so in a file of its own; after that the new one, whose name is all that is missing.
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { embeddedMajor } from './major.ts';
import { syncFolder } from './placement.ts';

/** For the system tables of the new cluster, its log, and room to go on working. */
const spareBytes = 512 * 1024 * 1024;

/** The new cluster until it has the name of the old one. */
export function newClusterDir(clusterDir: string): string {
  return `${clusterDir}.upgrade`;
}

function finishedFile(clusterDir: string): string {
  return join(newClusterDir(clusterDir), 'parley-upgrade.json');
}

/**
 * Records durably that the new cluster holds all rows of the old one, which must have been stopped.
 * @param major version of the old one
 */
export function recordFinished(clusterDir: string, major: number): void {
  const file = finishedFile(clusterDir);
  const text = `${JSON.stringify({ from: major, old_state: stateOf(clusterDir) })}\n`;
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  syncFolder(dirname(file));
}

/**
 * Gives a finished new cluster its place, and keeps the old one beside it. Call it while holding the folder lock,
 * before anything is started; it continues after a kill at any moment.
 * @returns the folder of the old cluster when there was something to do
 */
export function placeFinished(clusterDir: string): string | null {
  const fresh = newClusterDir(clusterDir);
  const file = finishedFile(clusterDir);
  if (!existsSync(file)) return null;
  const { from, old_state: oldState }: { from: number; old_state: string } = JSON.parse(readFileSync(file, 'utf8'));
  if (existsSync(clusterDir)) {
    // An earlier version of Parley worked on the old cluster meanwhile: the copy lacks those rows, so it is made again.
    if (stateOf(clusterDir) !== oldState) {
      rmSync(file);
      syncFolder(fresh);
      return null;
    }
    renameSync(clusterDir, freeName(asideName(clusterDir, from)));
    syncFolder(dirname(clusterDir));
  }
  renameSync(fresh, clusterDir);
  syncFolder(dirname(clusterDir));
  return newestAside(clusterDir, from);
}

/**
 * @param major version of the old cluster
 * @throws EmbeddedPostgresError when the disk has no room for a second cluster
 */
export function requireRoom(clusterDir: string, major: number): void {
  const parent = dirname(clusterDir);
  const { bavail, bsize } = statfsSync(parent);
  const needed = sizeOf(clusterDir) + spareBytes;
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new EmbeddedPostgresError(
    `the database in ${clusterDir} is of PostgreSQL ${major} and has to be copied for PostgreSQL ${embeddedMajor}, which needs ${gigabytes(needed)} free in ${parent}, where ${gigabytes(free)} are free: make room, then start again`,
  );
}

/** Bytes of a cluster without its write-ahead log. */
export function sizeOf(clusterDir: string): number {
  return readdirSync(clusterDir)
    .filter((name) => name !== 'pg_wal')
    .reduce((sum, name) => sum + treeBytes(join(clusterDir, name)), 0);
}

function treeBytes(path: string): number {
  // A server that lost its parent may still be stopping, and removes files.
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + treeBytes(join(path, name)), 0);
}

/** Changes whenever a server ran on the cluster. */
function stateOf(clusterDir: string): string {
  return createHash('sha256')
    .update(readFileSync(join(clusterDir, 'global', 'pg_control')))
    .digest('hex');
}

function asideName(clusterDir: string, major: number): string {
  return `${clusterDir}.postgresql-${major}`;
}

function freeName(wanted: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!existsSync(name)) return name;
  }
}

function newestAside(clusterDir: string, major: number): string {
  const wanted = asideName(clusterDir, major);
  let newest = wanted;
  for (let n = 2; existsSync(`${wanted}-${n}`); n++) newest = `${wanted}-${n}`;
  return newest;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
