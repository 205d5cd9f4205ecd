// One command at a time installs or builds: a second npm ci would empty the folder under the first.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProcess } from './process-table.mjs';

const pollMs = 200;

/**
 * Runs an action while no other process of this project does the same.
 * @template T
 * @param {string} projectDir
 * @param {(holdFor: (pid: number) => void) => Promise<T>} action should look again whether there is anything left to do,
 *   and names the process it starts: killed, we leave it behind, and it must not be disturbed either
 * @returns {Promise<T>}
 */
export async function withStepLock(projectDir, action) {
  const folder = join(projectDir, '.cache');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'prepare.lock');
  const mine = describe(process.pid);
  let hasReported = false;
  while (!tryTake(file, mine)) {
    if (!hasReported) process.stderr.write('Waiting for another command that installs or builds this project…\n');
    hasReported = true;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  try {
    return await action((pid) => {
      const prepared = `${file}.${process.pid}.new`;
      writeFileSync(prepared, `${mine}\n${describe(pid)}`);
      renameSync(prepared, file);
    });
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file @param {string} mine */
function tryTake(file, mine) {
  // Linked, not created and then written: every reader of the lock sees its holder.
  const prepared = `${file}.${process.pid}.new`;
  writeFileSync(prepared, mine);
  try {
    linkSync(prepared, file);
    return true;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(prepared, { force: true });
  }
  const holder = readIfAny(file);
  if (holder !== null && !isAlive(holder)) removeStale(file, holder);
  return false;
}

// Several may find the same dead holder: moving the file away decides between them, and who took a fresh one by
// mistake puts it back.
/** @param {string} file @param {string} holder */
function removeStale(file, holder) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readIfAny(aside) !== holder) linkSync(aside, file);
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** @param {number} pid */
function describe(pid) {
  return `${pid} ${readProcess(pid)?.startedAtTicks ?? ''}`;
}

/** @param {string} holder one process a line */
function isAlive(holder) {
  return holder.split('\n').some((line) => {
    const [pid, startedAtTicks] = line.split(' ');
    const found = readProcess(Number(pid));
    return found !== null && found.startedAtTicks === startedAtTicks;
  });
}

/** @param {string} file */
function readIfAny(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** @param {unknown} error @param {string} code */
function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
