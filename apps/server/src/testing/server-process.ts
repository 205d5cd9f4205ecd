import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const entry = join(import.meta.dirname, '..', 'entrypoints', 'main.ts');

/**
 * Starts a separate server, as an operator would add one.
 * @returns the process, once it is ready
 * @throws what it said when it ended before
 */
export async function startServerProcess(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (said += data.toString()));
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(said)));
  await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => undefined);
  return child;
}

export async function endServerProcess(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
