import { runProgram } from './run-program.ts';

/** The engines besides Chromium, as their projects are called in Playwright. */
export const engineNames = ['firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

/** What an engine needs, as Debian's packages bring it: programs that are in the path, and how to install them. */
const needs: Record<EngineName, { programs: readonly string[]; packages: string }> = {
  firefox: { programs: ['firefox-esr'], packages: 'firefox-esr' },
  webkit: { programs: ['WebKitWebDriver', 'Xvfb'], packages: 'webkit2gtk-driver xvfb' },
};

/** The engines that can be started here, and one line for each that cannot. */
export async function findEngines(): Promise<{ installed: EngineName[]; missing: string[] }> {
  const installed: EngineName[] = [];
  const missing: string[] = [];
  for (const name of engineNames) {
    const { programs, packages } = needs[name];
    const paths = await Promise.all(programs.map((program) => runProgram('which', [program])));
    if (paths.every(({ code }) => code === 0)) installed.push(name);
    else missing.push(`the journeys in ${name}, which is not installed: apt-get install ${packages}`);
  }
  return { installed, missing };
}
