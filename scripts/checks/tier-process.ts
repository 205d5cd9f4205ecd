import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDir, runProgram } from './run-program.ts';
import { failedSummary, type Summary } from './summary.ts';
import type { Level } from './tiers.ts';

export type TierResult = { summary: Summary; processorSeconds: number };

const endWithParent = pathToFileURL(join(projectDir, 'scripts', 'prepare', 'end-with-parent.mjs')).href;

/**
 * Runs a tier in its own process.
 * @param files only these, in a tier of test files
 * @param show receives its output as it comes
 */
export async function runTierProcess(
  level: Level,
  name: string,
  files: readonly string[],
  show: (text: string) => void,
): Promise<TierResult> {
  let result: TierResult | undefined;
  const file = join(projectDir, 'scripts', 'checks', 'run-tier.ts');
  const flags = ['--disable-warning=ExperimentalWarning', `--import=${endWithParent}`];
  const { code } = await runProgram(process.execPath, [...flags, file, name, level, ...files], {
    // The full run draws its seeds.
    env: level === 'gate' ? process.env : { TEST_SEED: 'random', ...process.env },
    live: show,
    onMessage: (message) => {
      result = message as TierResult;
    },
  });
  return result ?? { summary: failedSummary(`it ended with ${code} and counted nothing`), processorSeconds: 0 };
}
