// npm run pack:client [-- --folder FOLDER]: the client of the API as a package for npm, `parley-api-client-VERSION.tgz`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeTypescriptClient } from '../apps/server/src/platform/http/typescript-client.ts';
import { projectDir, runProgram } from './checks/run-program.ts';

const usage = 'Usage: npm run pack:client [-- --folder FOLDER]';
const folder = join(projectDir, 'packages', 'api-client');
const source = join(folder, 'dist', 'index.ts');

async function run(command: string, args: readonly string[]): Promise<string> {
  const { code, output, stdout } = await runProgram(command, args, { cwd: folder });
  if (code !== 0) throw new Error(output);
  return stdout;
}

const [option, target = '.', ...rest] = process.argv.slice(2);
if (rest.length > 0 || (option !== undefined && option !== '--folder')) {
  console.error(usage);
  process.exit(1);
}
const destination = resolve(target);

mkdirSync(join(folder, 'dist'), { recursive: true });
writeFileSync(source, await writeTypescriptClient());
const tsc = join(projectDir, 'node_modules', 'typescript', 'bin', 'tsc');
const options = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom', '--types', ''];
await run(process.execPath, [tsc, source, '--ignoreConfig', '--declaration', ...options]);
rmSync(source);

mkdirSync(destination, { recursive: true });
const [packed] = JSON.parse(await run('npm', ['pack', '--json', '--pack-destination', destination])) as {
  filename: string;
}[];
console.log(`Made ${join(destination, packed?.filename ?? '')}`);
