// The tools a developer knows from other projects, as this one sets them up: `node scripts/tool.ts NAME [arguments]`.
import { extractTexts } from './checks/catalogues.ts';
import { findChromium } from './checks/chromium.ts';
import { runNode } from './checks/run-program.ts';
import { vitest } from './checks/run-vitest.ts';
import { writeServerTexts } from './checks/server-catalogues.ts';
import { summarizeChecks } from './checks/summary.ts';
import { biome, checkTypes } from './checks/tool.ts';
import { ensureWebBuilt } from './prepare.mjs';

const knip = 'node_modules/knip/bin/knip.js';
const unused = ['--config', 'scripts/checks/knip.json', '--include', 'exports,types,files'];
const [name = '', ...args] = process.argv.slice(2);
const paths = args.some((arg) => !arg.startsWith('-')) ? args : [...args, '.'];

const tools: Record<string, () => Promise<number>> = {
  lint: () => run(biome, ['check', ...paths]),
  format,
  // A report: unused exports fail nothing, only knip itself does.
  'lint:unused': () => run(knip, [...unused, '--no-exit-code', ...args]),
  typecheck,
  'test:unit': () => run(vitest, ['run', ...args]),
  'test:browser': testBrowser,
};
process.exitCode = (await tools[name]?.()) ?? 2;

async function run(file: string, withArgs: readonly string[], env = process.env): Promise<number> {
  const { code } = await runNode(file, withArgs, { env, isOwnTerminal: true });
  return code;
}

/** Whatever a machine can change safely; without paths the message catalogues too. */
async function format(): Promise<number> {
  const code = await run(biome, ['check', '--write', ...paths]);
  if (paths === args) return code;
  writeServerTexts();
  const extracted = await extractTexts();
  if (extracted.code !== 0) console.error(extracted.output);
  return code || extracted.code;
}

async function typecheck(): Promise<number> {
  const { failed, problems } = summarizeChecks(await checkTypes());
  for (const problem of problems) console.log(problem);
  return failed === 0 ? 0 : 1;
}

async function testBrowser(): Promise<number> {
  const chromium = await findChromium();
  if ('problem' in chromium) {
    console.error(chromium.problem);
    return 1;
  }
  await ensureWebBuilt();
  const test = ['test', '--config', 'e2e/playwright.config.ts', ...args];
  return run('node_modules/@playwright/test/cli.js', test, { ...process.env, CHROMIUM_PATH: chromium.path });
}
