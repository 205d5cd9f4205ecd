import { accessSync, constants } from 'node:fs';
import { installByApt, mayInstallByApt } from './apt.ts';
import { runProgram } from './run-program.ts';

const usualPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export type FoundChromium = { path: string } | { problem: string };

/**
 * The browser for tests: CHROMIUM_PATH, else an installed one, else installed by apt where we may (root and apt-get).
 * Nothing is downloaded from anywhere else.
 */
export async function findChromium(): Promise<FoundChromium> {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured) {
    return (await answers(configured))
      ? { path: configured }
      : { problem: `CHROMIUM_PATH is ${configured}, which does not answer as a browser` };
  }
  const found = await firstThatAnswers();
  if (found !== null) return { path: found };
  const advice = 'install Chromium and set CHROMIUM_PATH to its program';
  if (!(await mayInstallByApt()))
    return { problem: `there is no Chromium, and only root may install it by apt: ${advice}` };
  const why = await installByApt('chromium');
  const installed = await firstThatAnswers();
  return installed === null
    ? { problem: `apt did not bring a working Chromium (${why}): ${advice}` }
    : { path: installed };
}

async function firstThatAnswers(): Promise<string | null> {
  for (const path of usualPaths) if (await answers(path)) return path;
  return null;
}

async function answers(path: string): Promise<boolean> {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    // Not there, or not ours to run: the caller tries the next one or reports it.
    return false;
  }
  const { code, stdout } = await runProgram(path, ['--version', '--no-sandbox'], { limitMs: 30_000 });
  return code === 0 && /chrom/i.test(stdout);
}
