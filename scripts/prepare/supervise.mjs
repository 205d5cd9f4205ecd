// Runs one child for as long as we live: passes signals on, ends it when npm dies above us, and leaves nothing behind.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isSameProcess, listDescendants, readProcess } from './process-table.mjs';

/** @typedef {import('./process-table.mjs').ProcessEntry} ProcessEntry */

// Everything has to be gone 15 s after the signal; what the child had not ended by then needs the rest of the time.
const graceMs = 11_000;
const lastMomentsMs = 1_500;
const parentPollMs = 500;
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * @typedef {object} SuperviseOptions
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {import('node:child_process').StdioOptions} stdio
 * @property {(pid: number) => void} [onStarted]
 * @property {boolean} [isTreeStopped] send the signal to all descendants too: for tools that forget their children
 */

/**
 * Runs a program until it ends. On SIGINT, SIGTERM, SIGHUP, or when the npm that runs us is gone, the program gets the
 * signal, and 11 s later it and all its descendants are killed.
 * @param {string} command
 * @param {string[]} args
 * @param {SuperviseOptions} options
 * @returns {Promise<{ exitCode: number, wasStopped: boolean }>} 128 + number when a signal ended it, 127 when it could not be started
 */
export function supervise(command, args, options) {
  const child = spawn(command, args, { cwd: options.cwd, env: options.env, stdio: options.stdio });
  if (child.pid !== undefined) options.onStarted?.(child.pid);
  let wasStopped = false;
  /** @type {NodeJS.Timeout | undefined} */
  let deadline;
  /** @type {Promise<void> | undefined} */
  let killing;

  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    // A terminal signals the whole group and npm passes its own copy on, so one Ctrl-C arrives more than once.
    if (wasStopped) return;
    wasStopped = true;
    const tree = options.isTreeStopped && child.pid ? listDescendants(child.pid) : [];
    child.kill(signal);
    for (const entry of tree) kill(entry, signal);
    deadline = setTimeout(() => {
      killing = killTree(child);
    }, graceMs);
  };
  const listeners = signals.map((signal) => /** @type {const} */ ([signal, () => stop(signal)]));
  for (const [signal, listener] of listeners) process.on(signal, listener);
  const stopWatching = watchNpm(() => stop('SIGTERM'));

  return new Promise((resolve) => {
    /** @param {number} exitCode */
    const finish = async (exitCode) => {
      clearTimeout(deadline);
      await killing;
      stopWatching();
      // Once stopped we are about to end with the child's exit code: a late copy of the signal must not end us with its own.
      if (!wasStopped) for (const [signal, listener] of listeners) process.off(signal, listener);
      resolve({ exitCode, wasStopped });
    };
    child.once('error', () => void finish(127));
    child.once('exit', (code, signal) => void finish(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/** @param {import('node:child_process').ChildProcess} child */
async function killTree(child) {
  if (!child.pid) return;
  // Recorded before the kill: afterwards they are children of init and cannot be distinguished from others.
  const tree = listDescendants(child.pid);
  child.kill('SIGKILL');
  for (const entry of tree) kill(entry, entry.command === 'postgres' ? 'SIGINT' : 'SIGKILL');
  // The database gets a moment for an orderly end; without it, the next start only has to recover.
  const deadline = Date.now() + lastMomentsMs;
  while (tree.some(isSameProcess) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const entry of tree) kill(entry, 'SIGKILL');
}

/** @param {ProcessEntry} entry @param {NodeJS.Signals} signal */
function kill(entry, signal) {
  if (!isSameProcess(entry)) return;
  try {
    process.kill(entry.pid, signal);
  } catch {
    // It ended in between, or belongs to another user and ends with its parent.
  }
}

/**
 * Calls back once when the npm that runs us has ended: killed, it passes no signal on and we would run on unseen.
 * @param {() => void} onGone
 * @returns {() => void} ends the watch
 */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const ancestors = listNpmAncestors();
  const timer = setInterval(() => {
    if (ancestors.every(isSameProcess)) return;
    clearInterval(timer);
    onGone();
  }, parentPollMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Our parent and, when that is a shell that npm put between, the one above. @returns {ProcessEntry[]} */
function listNpmAncestors() {
  const found = [];
  let pid = process.ppid;
  for (let depth = 0; depth < 4; depth++) {
    const entry = pid > 1 ? readProcess(pid) : null;
    if (!entry) break;
    found.push(entry);
    if (!['sh', 'dash', 'bash', 'ash', 'busybox'].includes(entry.command)) break;
    pid = entry.parentPid;
  }
  return found;
}
