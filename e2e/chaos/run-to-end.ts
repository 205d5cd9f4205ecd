import { spawn } from 'node:child_process';
import { projectDir } from './server.ts';

export type Ended = {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  ms: number;
};

/** Runs the server with only the given settings until it ends, or is killed by SIGKILL when it takes too long. */
export function runToEnd(entry: string, env: Record<string, string>, withinMs: number): Promise<Ended> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    cwd: projectDir,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout, stderr, ms: performance.now() - began });
    });
  });
}

/** Faults of an end that should be a refusal: not zero, in time, one line that contains `naming`, no stack. */
export function faultsOfRefusal(ended: Ended, naming: RegExp): string[] {
  const lines = ended.stderr.split('\n').filter((line) => line !== '');
  const faults: string[] = [];
  if (ended.signal !== null) faults.push(`did not end by itself within ${Math.round(ended.ms)} ms`);
  if (ended.code === 0) faults.push('ended with code 0');
  if (lines.length !== 1) faults.push(`${lines.length} lines instead of one: ${ended.stderr.slice(0, 600)}`);
  else if (!naming.test(lines[0] ?? '')) faults.push(`does not say ${naming}: ${lines[0]}`);
  if (/^\s+at /m.test(ended.stdout + ended.stderr)) faults.push('shows a stack');
  return faults;
}
