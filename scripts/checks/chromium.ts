import { accessSync, constants } from 'node:fs';
import { runProgram } from './run-program.ts';

const usualPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const installWithinMs = 10 * 60_000;

export type FoundChromium = { path: string } | { problem: string };

/**
 * The browser for tests: CHROMIUM_PATH, else an installed one, else installed by apt where we may (root and apt-get).
 * Nothing is downloaded from anywhere else.
 */
export async function findChromium(): Promise<FoundChromium> {
  const wished = process.env['CHROMIUM_PATH'];
  if (wished) {
    return (await answers(wished))
      ? { path: wished }
      : { problem: `CHROMIUM_PATH is ${wished}, which does not answer as a browser` };
  }
  const found = await firstThatAnswers();
  if (found !== null) return { path: found };
  const hint = 'install Chromium and set CHROMIUM_PATH to its program';
  if (process.getuid?.() !== 0) return { problem: `there is no Chromium and only root may install it by apt: ${hint}` };
  if ((await runProgram('apt-get', ['--version'])).code !== 0) return { problem: `there is no Chromium: ${hint}` };
  const why = await installByApt();
  const installed = await firstThatAnswers();
  return installed === null
    ? { problem: `apt did not bring a working Chromium (${why}): ${hint}` }
    : { path: installed };
}

/** @returns the last line apt wrote */
async function installByApt(): Promise<string> {
  console.log('Installing Chromium by apt…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runProgram('apt-get', ['update'], { env, limitMs: installWithinMs });
  const args = ['install', '--yes', '--no-install-recommends', 'chromium'];
  const { code, output } = await runProgram('apt-get', args, { env, limitMs: installWithinMs });
  return `exit code ${code}: ${output.trimEnd().split('\n').at(-1) ?? ''}`;
}

async function firstThatAnswers(): Promise<string | null> {
  for (const path of usualPaths) if (await answers(path)) return path;
  return null;
}

async function answers(path: string): Promise<boolean> {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    // Not there, or not ours to run: the caller looks further or says so.
    return false;
  }
  const { code, stdout } = await runProgram(path, ['--version', '--no-sandbox'], { limitMs: 30_000 });
  return code === 0 && /chrom/i.test(stdout);
}
