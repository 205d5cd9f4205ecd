// Finds the pinned Node that npm installed, and runs the project's TypeScript with it.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PrepareError } from './errors.mjs';
import { supervise } from './supervise.mjs';

const answerWithinMs = 20_000;

/**
 * Finds the Node whose exact version package.json names, and makes it answer.
 * @param {string} projectDir
 * @returns {string} path of the program
 * @throws {PrepareError} one line that says how to fix it
 */
export function ensureNode(projectDir) {
  // Asking takes a start of Node, and a command needs the answer more than once.
  const found = answered.get(projectDir) ?? findNode(projectDir);
  answered.set(projectDir, found);
  return found;
}

/** @type {Map<string, string>} */
const answered = new Map();

/** @param {string} projectDir */
function findNode(projectDir) {
  const manifest = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'));
  const version = manifest.dependencies?.node;
  const platformPackage = `node-${process.platform}-${process.arch}`;
  const modules = join(projectDir, 'node_modules');
  const candidates = [
    join(modules, 'node', 'bin', 'node'),
    // Where the install script of the node package takes it from, should only its last step have failed.
    join(modules, 'node', 'node_modules', platformPackage, 'bin', 'node'),
    join(modules, platformPackage, 'bin', 'node'),
  ];
  for (const candidate of candidates) {
    if (existsSync(candidate) && askVersion(candidate) === `v${version}`) return candidate;
  }
  throw new PrepareError(
    `Node ${version} in node_modules/node does not answer: run "npm rebuild node --ignore-scripts=false" (or "npm ci"), then start again`,
  );
}

/**
 * Runs a TypeScript file under the pinned Node, its standard streams being ours, until it ends.
 *
 * What the program can rely on: SIGTERM and SIGINT reach it (a Ctrl-C more than once: only the first counts), and so
 * does a SIGTERM from ourselves when we die, even of SIGKILL, or when npm above us does. It then has 11 s to end by itself
 * before it and its descendants are killed. Its exit code becomes ours.
 * @param {string} projectDir
 * @param {string} entry path from the project's folder
 * @param {string[]} args
 * @param {{ flags?: string[], env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} exit code
 */
export async function runTs(projectDir, entry, args, options = {}) {
  const node = ensureNode(projectDir);
  const endWithParent = pathToFileURL(join(projectDir, 'scripts', 'prepare', 'end-with-parent.mjs')).href;
  const flags = ['--disable-warning=ExperimentalWarning', ...(options.flags ?? []), `--import=${endWithParent}`];
  const { exitCode } = await supervise(node, [...flags, join(projectDir, entry), ...args], {
    cwd: projectDir,
    env: { ...process.env, ...compileCache(projectDir), ...options.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  return exitCode;
}

/**
 * DATA_DIR as the server reads it: ./data of the project unless given.
 * @param {string} projectDir
 */
export function dataDirOf(projectDir) {
  return resolve(projectDir, process.env.DATA_DIR || 'data');
}

/**
 * Makes DATA_DIR, so that even the compile cache of a first start has its place.
 * @param {string} projectDir
 * @returns {boolean} false when it was there already, or could not be made
 */
export function makeDataDir(projectDir) {
  const dataDir = dataDirOf(projectDir);
  try {
    // Only itself: with parents, Node's mkdir never returns from a path below /proc.
    mkdirSync(dataDir);
    // As root, PostgreSQL's user must be able to pass through to its cluster; no one else needs to look inside.
    chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    return true;
  } catch {
    // It is there already, or the server makes it, or says what is wrong with DATA_DIR, naming the variable.
    return false;
  }
}

/**
 * Removes a DATA_DIR that was made for a start in vain: it holds nothing but the compile cache.
 * @param {string} projectDir
 */
export function removeUnusedDataDir(projectDir) {
  const dataDir = dataDirOf(projectDir);
  if (!existsSync(dataDir) || readdirSync(dataDir).some((name) => name !== 'cache')) return;
  rmSync(dataDir, { recursive: true });
}

// Only where there is a DATA_DIR of ours: asking for an address must neither make one nor leave root's files in it.
/** @param {string} projectDir @returns {NodeJS.ProcessEnv} */
function compileCache(projectDir) {
  const dataDir = dataDirOf(projectDir);
  const isOwn = statSync(dataDir, { throwIfNoEntry: false })?.uid === process.getuid?.();
  return isOwn ? { NODE_COMPILE_CACHE: join(dataDir, 'cache', 'v8') } : {};
}

/** @param {string} program */
function askVersion(program) {
  const answer = spawnSync(program, ['--version'], {
    encoding: 'utf8',
    timeout: answerWithinMs,
    stdio: ['ignore', 'pipe', 'ignore'],
    // NODE_OPTIONS may hold what this Node does not know, and it would refuse to answer.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return answer.status === 0 ? answer.stdout.trim() : null;
}
