// What every command of this project needs first. Plain JavaScript without dependencies: it runs on a bare clone under
// whatever Node (20 or newer) the machine has, and everything after it runs under the pinned one.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrepareError } from './prepare/errors.mjs';
import * as install from './prepare/install.mjs';
import * as node from './prepare/node.mjs';
import * as web from './prepare/web.mjs';

export { PrepareError } from './prepare/errors.mjs';

export const projectDir = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Made by `npm run pack:release`: installed and built already. */
const isRelease = existsSync(join(projectDir, 'release.json'));

/** Installs the dependencies of the lock file unless they are there. @param {{ dev?: boolean }} [options] */
export async function ensureInstalled(options) {
  if (isRelease && options?.dev) throw new PrepareError('This command needs the source code, not a release.');
  if (isRelease) return 'present';
  return install.ensureInstalled(projectDir, options);
}

/** Path of the pinned Node, after it answered. */
export function ensureNode() {
  return node.ensureNode(projectDir);
}

/**
 * Builds the web app unless its sources are unchanged.
 * @param {{ before?: () => Promise<void> }} [options] `before` runs only when there is something to build
 */
export async function ensureWebBuilt(options) {
  if (isRelease) return 'present';
  return web.ensureWebBuilt(projectDir, options);
}

/** Makes DATA_DIR with the right mode; the server reports what is wrong with it. */
export function makeDataDir() {
  return node.makeDataDir(projectDir);
}

/** Removes a DATA_DIR that was made for a start in vain. */
export function removeUnusedDataDir() {
  node.removeUnusedDataDir(projectDir);
}

/**
 * Runs a TypeScript file of the project under the pinned Node; see prepare/node.mjs for what it can rely on.
 * @param {string} entry path from the project's folder
 * @param {string[]} [args]
 * @param {{ flags?: string[], env?: NodeJS.ProcessEnv }} [options]
 */
export function runTs(entry, args = [], options = {}) {
  return node.runTs(projectDir, entry, args, options);
}

/**
 * Runs a command's steps and ends the process with their exit code; a reason to stop becomes one line.
 * @param {() => Promise<number>} steps
 */
export async function runCommand(steps) {
  try {
    process.exitCode = await steps();
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    if (error.message) process.stderr.write(`${error.message}\n`);
    process.exitCode = error.exitCode;
  }
}
