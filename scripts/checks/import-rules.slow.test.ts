import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cyclePartner, type Files, legalFiles, plantedViolations } from './import-violations.ts';
import { cruise, importRuleNames } from './imports.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-imports-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('allowed imports break no rule', async () => {
  expect(await violationsIn(await plant('legal', legalFiles))).toEqual([]);
});

it('each rule finds the violation planted for it', async () => {
  const planted = Object.fromEntries(Object.values(plantedViolations).map(({ path, text }) => [path, text]));
  const found = await violationsIn(await plant('planted', { ...legalFiles, ...cyclePartner, ...planted }));
  const missed = Object.entries(plantedViolations).filter(([name, { path }]) => {
    const places = name === 'no-cycles' ? [path, ...Object.keys(cyclePartner)] : [path];
    // A rule about folders names the folder of a file.
    const isPlanted = (from: string) => places.some((place) => place === from || place.startsWith(`${from}/`));
    return !found.some((each) => each.rule.name === name && isPlanted(each.from));
  });
  expect(missed).toEqual([]);
  expect(new Set(Object.keys(plantedViolations))).toEqual(new Set(importRuleNames()));
});

async function violationsIn(workspace: string) {
  return (await cruise(workspace)).summary.violations;
}

/** Writes a workspace with stubs of the packages it names. @returns its folder */
async function plant(name: string, files: Files): Promise<string> {
  const root = join(folder, name);
  const stubs = Object.fromEntries(
    ['pg', 'vitest', 'zod'].flatMap((stub) => [
      [`node_modules/${stub}/package.json`, JSON.stringify({ name: stub, version: '1.0.0', main: 'index.js' })],
      [`node_modules/${stub}/index.js`, ''],
    ]),
  );
  for (const [path, text] of Object.entries({ ...files, ...stubs })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await mkdir(join(root, 'node_modules', '@parley'));
  for (const own of ['contract', 'whatsapp-client', 'whatsapp-fixtures', 'whatsapp-simulator']) {
    await symlink(join(root, 'packages', own), join(root, 'node_modules', '@parley', own));
  }
  return root;
}
