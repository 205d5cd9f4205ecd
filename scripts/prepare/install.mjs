// Decides whether the dependencies in node_modules are those of the lock file, and installs them when they are not.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PrepareError, StoppedError } from './errors.mjs';
import { withStepLock } from './step-lock.mjs';
import { supervise } from './supervise.mjs';

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage */
/** @typedef {{ hash: string, hasDev: boolean }} InstallNote */

/**
 * Makes node_modules match package-lock.json. An install without a note of ours is taken over as it is when it is
 * complete, so that `npm ci --omit=dev` is not undone.
 * @param {string} projectDir
 * @param {{ dev?: boolean }} [options] `dev`: the packages for tests and checks are needed too
 * @returns {Promise<'present' | 'adopted' | 'installed'>}
 * @throws {PrepareError} when npm fails
 */
export async function ensureInstalled(projectDir, options = {}) {
  const needsDev = options.dev ?? false;
  const lockText = readFileSync(join(projectDir, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lockText).digest('hex');
  if (isNoted(projectDir, hash, needsDev)) return 'present';
  return await withStepLock(projectDir, async (holdFor) => {
    if (isNoted(projectDir, hash, needsDev)) return 'present';
    const packages = JSON.parse(lockText).packages ?? {};
    const note = readNote(projectDir);
    if ((!note || note.hash === hash) && findMissing(projectDir, packages, needsDev).length === 0) {
      writeNote(projectDir, { hash, hasDev: needsDev || findMissing(projectDir, packages, true).length === 0 });
      return 'adopted';
    }
    await install(projectDir, needsDev, holdFor);
    writeNote(projectDir, { hash, hasDev: findMissing(projectDir, packages, true).length === 0 });
    return 'installed';
  });
}

/**
 * Names the packages of the lock file that are not installed at their locked version. Optional ones do not count: most
 * of them are for other platforms.
 * @param {string} projectDir
 * @param {Record<string, LockedPackage>} packages
 * @param {boolean} needsDev
 * @returns {string[]}
 */
export function findMissing(projectDir, packages, needsDev) {
  // npm writes this file last: without it, an install was interrupted somewhere inside a package.
  if (!existsSync(join(projectDir, 'node_modules', '.package-lock.json'))) return ['node_modules/.package-lock.json'];
  return Object.entries(packages)
    .filter(([path, locked]) => {
      if (!path.startsWith('node_modules/')) return false;
      if (locked.link) return !existsSync(join(projectDir, path));
      if (locked.optional || (!needsDev && (locked.dev || locked.devOptional))) return false;
      return readVersion(join(projectDir, path)) !== locked.version;
    })
    .map(([path]) => path);
}

/** @param {string} projectDir @param {boolean} needsDev @param {(pid: number) => void} onStarted */
async function install(projectDir, needsDev, onStarted) {
  process.stderr.write('Installing dependencies (npm ci)…\n');
  const note = noteFile(projectDir);
  rmSync(note, { force: true });
  const [command, first] = npmCommand();
  const args = [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error', ...(needsDev ? ['--include=dev'] : [])];
  const { exitCode, wasStopped } = await supervise(command, args, {
    cwd: projectDir,
    env: process.env,
    // Our standard output belongs to the command that was asked for.
    stdio: ['ignore', 2, 2],
    onStarted,
    isTreeStopped: true,
  });
  if (wasStopped) throw new StoppedError(exitCode);
  if (exitCode === 127) throw new PrepareError('npm was not found: install it beside Node, then start again');
  if (exitCode !== 0)
    throw new PrepareError(`npm ci failed (exit code ${exitCode}): fix what it says above, then start again`);
}

// The npm that runs us, with the Node that runs it; another one in PATH may be older or none.
/** @returns {[string, string[]]} */
function npmCommand() {
  const path = process.env.npm_execpath;
  if (path && /^npm.*\.[cm]?js$/.test(basename(path)) && existsSync(path)) {
    return [process.env.npm_node_execpath ?? process.execPath, [path]];
  }
  return ['npm', []];
}

/** @param {string} packageDir */
function readVersion(packageDir) {
  try {
    if (!lstatSync(packageDir).isDirectory()) return null;
    return JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')).version;
  } catch {
    // Missing or cut short: either way it is not installed.
    return null;
  }
}

/** @param {string} projectDir */
function noteFile(projectDir) {
  return join(projectDir, 'node_modules', '.parley-lock');
}

/** @param {string} projectDir @param {string} hash @param {boolean} needsDev */
function isNoted(projectDir, hash, needsDev) {
  const note = readNote(projectDir);
  return note !== null && note.hash === hash && (note.hasDev || !needsDev);
}

/** @param {string} projectDir @returns {InstallNote | null} */
function readNote(projectDir) {
  try {
    const [hash, extent] = readFileSync(noteFile(projectDir), 'utf8').trim().split(' ');
    return hash ? { hash, hasDev: extent === 'with-dev' } : null;
  } catch {
    // No note, or no node_modules at all.
    return null;
  }
}

/** @param {string} projectDir @param {InstallNote} note */
function writeNote(projectDir, note) {
  try {
    writeFileSync(noteFile(projectDir), `${note.hash} ${note.hasDev ? 'with-dev' : 'production'}\n`);
  } catch (error) {
    // A complete but read-only install works too; it is only looked through again next time.
    if (!(error instanceof Error && 'code' in error && ['EACCES', 'EROFS'].includes(String(error.code)))) throw error;
  }
}
