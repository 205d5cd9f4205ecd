import { runProgram } from './run-program.ts';

const installWithinMs = 10 * 60_000;

/** Whether this is a system with apt, and we are root there. */
export async function mayInstallByApt(): Promise<boolean> {
  return process.getuid?.() === 0 && (await runProgram('apt-get', ['--version'])).code === 0;
}

/** @returns the last line apt wrote */
export async function installByApt(name: string): Promise<string> {
  console.log(`Installing ${name} by apt…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runProgram('apt-get', ['update'], { env, limitMs: installWithinMs });
  const args = ['install', '--yes', '--no-install-recommends', name];
  const { code, output } = await runProgram('apt-get', args, { env, limitMs: installWithinMs });
  return `exit code ${code}: ${output.trimEnd().split('\n').at(-1) ?? ''}`;
}
