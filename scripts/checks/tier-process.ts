import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBudgetOverrun } from './budgets.ts';
import { projectDir, runProgram } from './run-program.ts';
import { failedSummary, type Summary } from './summary.ts';

export type TierResult = { summary: Summary; processorSeconds: number };

const endWithParent = pathToFileURL(join(projectDir, 'scripts', 'prepare', 'end-with-parent.mjs')).href;

/**
 * Runs a tier in its own process. An overrun of its budget counts as one failure; the long forms have no budget.
 * @param show receives its output as it comes
 */
export async function runTierProcess(
  name: string,
  form: 'short' | 'long',
  show: (text: string) => void,
): Promise<TierResult> {
  let result: TierResult | undefined;
  const file = join(projectDir, 'scripts', 'checks', 'run-tier.ts');
  const flags = ['--disable-warning=ExperimentalWarning', `--import=${endWithParent}`];
  const { code } = await runProgram(process.execPath, [...flags, file, name, form], {
    live: show,
    onMessage: (message) => {
      result = message as TierResult;
    },
  });
  if (result === undefined)
    return { summary: failedSummary(`it ended with ${code} and counted nothing`), processorSeconds: 0 };
  if (form === 'long') return result;
  const complaint = findBudgetOverrun(name, result.processorSeconds, result.summary);
  if (complaint === null) return result;
  const { summary } = result;
  return { ...result, summary: { ...summary, failed: summary.failed + 1, problems: [...summary.problems, complaint] } };
}
