// One tier in its own process, so that its processor time can be measured; tier-process.ts starts it.
import { processorSeconds } from './processor-time.ts';
import { failedSummary, notEmpty } from './summary.ts';
import type { TierResult } from './tier-process.ts';
import { type Level, tiers } from './tiers.ts';

const [name, level = 'gate', ...files] = process.argv.slice(2);
const tier = tiers[level as Level].find((each) => each.name === name);
const running = tier?.run(files) ?? Promise.resolve(failedSummary(`there is no tier ${name}`));
const summary = await running.catch((error: unknown) =>
  failedSummary(error instanceof Error ? (error.stack ?? '') : `${error}`),
);
const result: TierResult = { summary: notEmpty(summary), processorSeconds: processorSeconds() };
process.send?.(result, () => process.disconnect());
