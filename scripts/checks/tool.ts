import { type Check, failCheck, passCheck } from './check.ts';
import { runNode } from './run-program.ts';

const limitMs = 5 * 60_000;

/** The folders with a tsconfig.json: everything that runs under Node, and the web application. */
const typedFolders = ['.', 'apps/web'];

/** Types of both projects, side by side. Unchanged files are not checked again. */
export function checkTypes(): Promise<Check[]> {
  return Promise.all(typedFolders.map((folder) => tool(`types of ${folder}`, typescript, typeArguments(folder))));
}

/** Lint and format of the whole project. */
export function checkLint(): Promise<Check> {
  return tool('lint and format', biome, ['ci', '.']);
}

export const biome = 'node_modules/@biomejs/biome/bin/biome';
const typescript = 'node_modules/typescript/bin/tsc';

function typeArguments(folder: string): string[] {
  // Below node_modules: a new installation starts over, because it brings other types.
  const note = `node_modules/.cache/types/${folder.replaceAll(/\W/g, '-')}.tsbuildinfo`;
  return ['-p', folder, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', note];
}

async function tool(name: string, file: string, args: string[]): Promise<Check> {
  const { code, output } = await runNode(file, args, { limitMs });
  return code === 0 ? passCheck(name) : failCheck(name, output.trimEnd());
}
