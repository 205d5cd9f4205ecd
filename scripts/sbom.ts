// The software bill of materials of a release: `npm run sbom -- FILE`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from './checks/bill-of-materials.ts';
import type { Lock } from './checks/manifests.ts';
import { projectDir } from './checks/run-program.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Name the file to write: npm run sbom -- FILE');
  process.exitCode = 1;
} else {
  const read = (path: string) => JSON.parse(readFileSync(join(projectDir, path), 'utf8')) as unknown;
  const { name, version } = read('package.json') as { name: string; version: string };
  const bill = billOfMaterials(read('package-lock.json') as Lock, { name, version }, new Date());
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} packages in ${file}`);
}
