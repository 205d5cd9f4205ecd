import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Check, failCheck, failIfAny } from './check.ts';
import { projectDir, runNode } from './run-program.ts';

const knip = 'node_modules/knip/bin/knip.js';
const configFile = join(projectDir, 'scripts', 'checks', 'knip.json');

type Named = ReadonlyArray<{ name: string }>;
type Report = { issues: Array<{ file: string; exports: Named; types: Named; files: Named }> };

/** Exports of a project that no other file imports, as `file: name`, and files that nothing imports. */
export async function findUnusedExports(folder: string): Promise<string[]> {
  const args = ['--config', configFile, '--include', 'exports,types,files', '--no-progress', '--reporter', 'json'];
  const { stdout, output } = await runNode(knip, args, { cwd: folder, limitMs: 5 * 60_000 });
  try {
    const { issues } = JSON.parse(stdout) as Report;
    return issues
      .flatMap(({ file, exports, types, files }) => [
        ...[...exports, ...types].map(({ name }) => `${file}: ${name}`),
        ...files.map(({ name }) => name),
      ])
      .sort();
  } catch (error) {
    throw new Error(`knip did not answer: ${output.slice(0, 2_000)}`, { cause: error });
  }
}

/** Every export is imported somewhere, and a planted one that is not is found. */
export async function checkExports(): Promise<Check[]> {
  if (!existsSync(join(projectDir, knip))) return [failCheck('unused exports', 'knip is not installed: run npm ci')];
  const [unused, planted] = [await findUnusedExports(projectDir), await findPlanted()];
  return [failIfAny('no unused exports and files', unused), failIfAny('planted unused ones are found', planted)];
}

/** @returns what was found instead of the export and the file that are planted */
async function findPlanted(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-exports-'));
  const files = {
    'package.json': JSON.stringify({ name: 'toy', type: 'module', workspaces: ['apps/*'] }),
    'apps/server/package.json': JSON.stringify({ name: '@parley/server', type: 'module' }),
    'apps/server/src/entrypoints/main.ts': `import { used } from '../orders.ts';\nused();`,
    'apps/server/src/orders.ts': 'export function used() {}\nexport function unused() {}',
    'apps/server/src/left-over.ts': 'used();',
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const found = await findUnusedExports(folder);
    const expected = ['apps/server/src/left-over.ts', 'apps/server/src/orders.ts: unused'];
    return found.join() === expected.join() ? [] : [`found: ${found.join(', ') || 'nothing'}`];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
