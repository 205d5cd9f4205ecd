import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../support/until.ts';

export type Program<T> = {
  /** What it was ready with. */
  ready: T;
  /** Ends it and all that it started. */
  end(): Promise<void>;
};

/**
 * Starts a program and waits until it is ready.
 * @param env besides ours
 * @param isReady gets all of its output and returns null as long as it is not
 * @throws Error with its output when it ends first or takes too long
 */
export async function startProgram<T>(
  path: string,
  args: readonly string[],
  env: Record<string, string>,
  isReady: (output: string) => Promise<T | null> | T | null,
): Promise<Program<T>> {
  // A group of its own: browsers start processes, which are ended with it.
  const streams = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn(path, args, { env: { ...process.env, ...env }, stdio: [...streams], detached: true });
  const gone = once(child, 'close').catch((error: Error) => {
    output += error.message;
  });
  let output = '';
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      output += data.toString();
    });
  }
  void gone.then(() => {
    hasEnded = true;
  });
  const killGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The whole group has ended already.
    }
  };
  process.once('exit', killGroup);
  const end = async () => {
    process.off('exit', killGroup);
    killGroup();
    await gone;
  };
  try {
    const look = async () => {
      if (hasEnded) throw new Error(`${path} ended: ${output}`);
      return isReady(output);
    };
    return { ready: (await until(`${path} being ready`, look, (seen) => seen !== null)) as T, end };
  } catch (error) {
    await end();
    throw error;
  }
}
