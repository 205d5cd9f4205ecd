// Builds the web app when its sources changed. The finished build is swapped in whole.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compressFiles } from './compress.mjs';
import { PrepareError, StoppedError } from './errors.mjs';
import { ensureNode } from './node.mjs';
import { withStepLock } from './step-lock.mjs';
import { supervise } from './supervise.mjs';

/**
 * Makes apps/web/dist the build of the present sources.
 * @param {string} projectDir
 * @param {{ before?: () => Promise<void> }} [options] `before` runs only when there is something to build
 * @returns {Promise<'present' | 'built'>}
 * @throws {PrepareError} when the build fails; the earlier build stays
 */
export async function ensureWebBuilt(projectDir, { before } = {}) {
  const hash = hashWebSources(projectDir);
  if (readNote(projectDir) === hash) return 'present';
  await before?.();
  return await withStepLock(projectDir, async (holdFor) => {
    if (readNote(projectDir) === hash) return 'present';
    await build(projectDir, hash, holdFor);
    return 'built';
  });
}

/**
 * A hash over everything the build is made of. Files that the build itself writes among the sources (`*.gen.ts`) follow
 * from the others and do not count, and tests are not in it.
 * @param {string} projectDir
 */
export function hashWebSources(projectDir) {
  const hash = createHash('sha256');
  const files = [
    ...listFiles(join(projectDir, 'apps', 'web')),
    ...listFiles(join(projectDir, 'packages', 'contract', 'src')),
    join(projectDir, 'package-lock.json'),
    // What happens to the files afterwards is a part of the build.
    join(import.meta.dirname, 'compress.mjs'),
  ];
  for (const file of files) {
    hash.update(`${relative(projectDir, file)}\0`);
    hash.update(createHash('sha256').update(readFileSync(file)).digest());
  }
  return hash.digest('hex');
}

/** @param {string} projectDir @param {string} hash @param {(pid: number) => void} onStarted */
async function build(projectDir, hash, onStarted) {
  process.stderr.write('Building the web app…\n');
  const node = ensureNode(projectDir);
  const webDir = join(projectDir, 'apps', 'web');
  const dist = join(webDir, 'dist');
  const cache = join(projectDir, '.cache');
  const fresh = join(cache, 'web-build');
  const old = join(cache, 'web-build-old');
  mkdirSync(cache, { recursive: true });
  for (const dir of [fresh, old]) rmSync(dir, { recursive: true, force: true });
  // The list of a thousand files, and hints for developers, would hide the set-up link of a first start.
  const args = [findVite(projectDir), 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'error'];
  const { exitCode, wasStopped } = await supervise(node, args, {
    cwd: webDir,
    // Vite takes the mode from here, and a test's NODE_ENV would give a development build.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
    onStarted,
    isTreeStopped: true,
  });
  if (exitCode !== 0) rmSync(fresh, { recursive: true, force: true });
  if (wasStopped) throw new StoppedError(exitCode);
  if (exitCode !== 0) throw new PrepareError(`building the web app failed (exit code ${exitCode}): see above`);
  await compressFiles(fresh);
  // The note travels inside, so an interruption at any point leaves the old build, the new one, or none: never half.
  writeFileSync(join(fresh, '.parley-build'), `${hash}\n`);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

/** @param {string} projectDir */
function findVite(projectDir) {
  const places = [join(projectDir, 'apps', 'web', 'node_modules'), join(projectDir, 'node_modules')];
  const found = places.map((place) => join(place, 'vite', 'bin', 'vite.js')).find((file) => existsSync(file));
  if (!found) throw new PrepareError('vite is not installed: run "npm ci", then start again');
  return found;
}

/** @param {string} projectDir */
function readNote(projectDir) {
  try {
    return readFileSync(join(projectDir, 'apps', 'web', 'dist', '.parley-build'), 'utf8').trim();
  } catch {
    // Not built yet.
    return null;
  }
}

/** Files below a folder in a fixed order. @param {string} dir @returns {string[]} */
function listFiles(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(dir, entry.name);
      if (!entry.isDirectory()) return /(\.gen|\.test|^vitest\.config)\.tsx?$/.test(entry.name) ? [] : [path];
      const isSource = !['dist', 'node_modules'].includes(entry.name) && !entry.name.startsWith('.');
      return isSource ? listFiles(path) : [];
    });
}
