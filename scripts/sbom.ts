// The software bill of materials of a release: `npm run sbom -- FILE`.
import { writeFileSync } from 'node:fs';
import { billOfMaterialsText } from './checks/bill-of-materials.ts';
import { projectDir } from './checks/run-program.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Name the file to write: npm run sbom -- FILE');
  process.exitCode = 1;
} else {
  writeFileSync(file, billOfMaterialsText(projectDir));
  console.log(`Wrote ${file}`);
}
