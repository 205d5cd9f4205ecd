import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Check, failCheck, failIfAny, passCheck } from './check.ts';
import { cyclePartner, type Files, legalFiles, plantedViolations } from './import-violations.ts';
import { projectDir, runNode } from './run-program.ts';

const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
const configFile = join(projectDir, '.dependency-cruiser.cjs');
const folders = ['apps', 'packages', 'e2e', 'bench', 'scripts'];
/** A cruise that sees less than this has lost its parser or its paths. */
const fewestModules = 150;

type Cruise = {
  modules: Array<{ source: string }>;
  summary: { violations: Array<{ rule: { name: string }; from: string; to: string }> };
};

/** Names of all import rules. */
export function importRuleNames(): string[] {
  const config = createRequire(import.meta.url)(configFile) as { forbidden: Array<{ name: string }> };
  return config.forbidden.map((rule) => rule.name);
}

/** Each import rule twice: it holds in the project, and it finds the violation planted for it. */
export async function checkImports(): Promise<Check[]> {
  const rules = importRuleNames();
  const toy = await plant({ ...legalFiles });
  const planted = await plant({
    ...legalFiles,
    ...cyclePartner,
    ...Object.fromEntries(Object.values(plantedViolations).map(({ path, text }) => [path, text])),
  });
  try {
    const [ours, legal, found] = [await cruise(projectDir), await cruise(toy), await cruise(planted)];
    const modules = ours.modules.filter((module) => !module.source.includes('node_modules')).length;
    return [
      modules >= fewestModules
        ? passCheck('the files are seen')
        : failCheck('the files are seen', `only ${modules} modules were seen`),
      failIfAny('allowed imports pass', legal.summary.violations.map(describe)),
      ...rules.map((name) =>
        failIfAny(
          `import rule ${name}`,
          ours.summary.violations.filter((each) => each.rule.name === name).map(describe),
        ),
      ),
      ...rules.map((name) => findsItsPlant(name, found)),
      failIfAny(
        'planted violations have a rule',
        Object.keys(plantedViolations).filter((name) => !rules.includes(name)),
      ),
    ];
  } finally {
    await Promise.all([toy, planted].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

function findsItsPlant(name: string, found: Cruise): Check {
  const title = `import rule ${name} finds a planted violation`;
  const planted = plantedViolations[name];
  if (planted === undefined) return failCheck(title, 'no violation is planted for it');
  const places = name === 'no-cycles' ? [planted.path, ...Object.keys(cyclePartner)] : [planted.path];
  // A rule about folders names the folder of a file.
  const isPlanted = (from: string) => places.some((place) => place === from || place.startsWith(`${from}/`));
  const hit = found.summary.violations.some((each) => each.rule.name === name && isPlanted(each.from));
  return hit ? passCheck(title) : failCheck(title, `the violation in ${planted.path} was not found`);
}

function describe(violation: Cruise['summary']['violations'][number]): string {
  return `${violation.from} → ${violation.to}`;
}

async function cruise(folder: string): Promise<Cruise> {
  const there = folders.filter((name) => existsSync(join(folder, name)));
  const args = ['--config', configFile, '--output-type', 'json', ...there];
  const { stdout, output } = await runNode(cruiser, args, { cwd: folder, limitMs: 5 * 60_000 });
  try {
    return JSON.parse(stdout) as Cruise;
  } catch (error) {
    throw new Error(`dependency-cruiser did not answer: ${output.slice(0, 2_000)}`, { cause: error });
  }
}

/** Writes a workspace with stubs of the packages it names. @returns its folder */
async function plant(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-imports-'));
  const stubs = Object.fromEntries(
    ['pg', 'vitest', 'zod'].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
      [`node_modules/${name}/index.js`, ''],
    ]),
  );
  for (const [path, text] of Object.entries({ ...files, ...stubs })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await mkdir(join(folder, 'node_modules', '@parley'));
  for (const name of ['contract', 'whatsapp-client', 'whatsapp-fixtures', 'whatsapp-simulator']) {
    await symlink(join(folder, 'packages', name), join(folder, 'node_modules', '@parley', name));
  }
  return folder;
}
