import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Check, failCheck, failIfAny, passCheck } from './check.ts';
import { projectDir, runNode } from './run-program.ts';

const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
const configFile = join(projectDir, '.dependency-cruiser.cjs');
const folders = ['apps', 'packages', 'e2e', 'bench', 'scripts'];
/** A cruise that sees less than this has lost its parser or its paths. */
const fewestModules = 150;

type Violation = { rule: { name: string }; from: string; to: string };
type Cruise = { modules: Array<{ source: string }>; summary: { violations: Violation[] } };

/** Names of all import rules. */
export function importRuleNames(): string[] {
  const config = createRequire(import.meta.url)(configFile) as { forbidden: Array<{ name: string }> };
  return config.forbidden.map((rule) => rule.name);
}

/** Each import rule holds in the project. */
export async function checkImports(): Promise<Check[]> {
  const { modules, summary } = await cruise(projectDir);
  const seen = modules.filter((module) => !module.source.includes('node_modules')).length;
  return [
    seen >= fewestModules
      ? passCheck('the files are seen')
      : failCheck('the files are seen', `only ${seen} modules were seen`),
    ...importRuleNames().map((name) =>
      failIfAny(
        `import rule ${name}`,
        summary.violations.filter((each) => each.rule.name === name).map(({ from, to }) => `${from} → ${to}`),
      ),
    ),
  ];
}

/** Looks at the imports of a workspace that has folders like ours. */
export async function cruise(folder: string): Promise<Cruise> {
  const there = folders.filter((name) => existsSync(join(folder, name)));
  const args = ['--config', configFile, '--output-type', 'json', ...there];
  const { stdout, output } = await runNode(cruiser, args, { cwd: folder, limitMs: 5 * 60_000 });
  try {
    return JSON.parse(stdout) as Cruise;
  } catch (error) {
    throw new Error(`dependency-cruiser did not answer: ${output.slice(0, 2_000)}`, { cause: error });
  }
}
