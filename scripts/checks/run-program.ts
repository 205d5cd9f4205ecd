import { type StdioOptions, spawn } from 'node:child_process';
import { join } from 'node:path';

/** The project's folder. */
export const projectDir = join(import.meta.dirname, '..', '..');

export type Ran = {
  /** Exit code; 128 and above when a signal ended it, 127 when it could not be started. */
  code: number;
  /** Standard output and standard error as they came. */
  output: string;
  stdout: string;
};

export type RunOptions = {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Show the output as it comes, or give it to a function, besides storing it. */
  live?: boolean | ((text: string) => void);
  /** Opens a channel to the program, and receives what it sends there. */
  onMessage?: (message: unknown) => void;
  /** Our own standard streams instead, colours and all; nothing is stored. */
  isOwnTerminal?: boolean;
  /** Milliseconds after which the program is ended and counts as failed. */
  limitMs?: number;
};

/** What is running now, so that nothing outlives us. */
const children = new Set<ReturnType<typeof spawn>>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of children) child.kill('SIGTERM');
    setTimeout(() => process.exit(130), 5_000).unref();
    if (children.size === 0) process.exit(130);
  });
}

/** Runs a program to its end without a shell. Never throws. */
export function runProgram(command: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = spawn(command, args, {
    cwd: options.cwd ?? projectDir,
    env: options.env ?? process.env,
    stdio: streamsOf(options),
  });
  children.add(child);
  const chunks: Array<{ isOut: boolean; text: string }> = [];
  const show = typeof options.live === 'function' ? options.live : (text: string) => process.stdout.write(text);
  const take = (isOut: boolean) => (data: Buffer) => {
    chunks.push({ isOut, text: data.toString() });
    if (options.live) show(data.toString());
  };
  child.stdout?.on('data', take(true));
  child.stderr?.on('data', take(false));
  if (options.onMessage) child.on('message', options.onMessage);
  let timeout: NodeJS.Timeout | undefined;
  if (options.limitMs !== undefined) {
    const { limitMs } = options;
    timeout = setTimeout(() => {
      chunks.push({ isOut: false, text: `\nended: not done within ${Math.round(limitMs / 1_000)} s\n` });
      // Ctrl-C: test runners end with a report of what they have, the browser's within a minute.
      child.kill('SIGINT');
      setTimeout(() => child.kill('SIGKILL'), 60_000).unref();
    }, limitMs);
  }
  return new Promise((resolve) => {
    const finish = (code: number) => {
      clearTimeout(timeout);
      children.delete(child);
      const text = (wanted: typeof chunks) => wanted.map((chunk) => chunk.text).join('');
      resolve({ code, output: text(chunks), stdout: text(chunks.filter((chunk) => chunk.isOut)) });
    };
    child.once('error', (error) => {
      chunks.push({ isOut: false, text: error.message });
      finish(127);
    });
    // A signal leaves no exit code: whatever it was, it is no success.
    child.once('close', (code) => finish(code ?? 128));
  });
}

function streamsOf({ isOwnTerminal, onMessage }: RunOptions): StdioOptions {
  if (isOwnTerminal) return 'inherit';
  return onMessage ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'];
}

/** Runs a JavaScript or TypeScript file under the Node that runs us. */
export function runNode(file: string, args: readonly string[] = [], options: RunOptions = {}): Promise<Ran> {
  return runProgram(process.execPath, [join(projectDir, file), ...args], options);
}
