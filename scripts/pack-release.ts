// npm run pack:release [-- --folder FOLDER]: the product with everything it needs, built, for this kind of machine:
// `parley-VERSION-linux-x64.tar.gz`, which starts with `node scripts/start.mjs` and installs nothing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { projectDir } from './checks/run-program.ts';
import { ensureWebBuilt } from './prepare.mjs';
import { makeRelease, releaseName } from './release/make-release.ts';

const usage = 'Usage: npm run pack:release [-- --folder FOLDER]';
const webDist = join(projectDir, 'apps', 'web', 'dist');

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

const [option, folder, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (option !== undefined && (option !== '--folder' || folder === undefined))) fail(usage);

await ensureWebBuilt();
if (folder !== undefined) {
  makeRelease(projectDir, resolve(folder), { webDist });
  console.log(`Made ${resolve(folder)}`);
} else {
  const name = releaseName(projectDir);
  const staging = mkdtempSync(join(tmpdir(), 'parley-release-'));
  try {
    makeRelease(projectDir, join(staging, name), { webDist });
    const file = join(projectDir, `${name}.tar.gz`);
    const packed = spawnSync('tar', ['-czf', file, '--owner=0', '--group=0', '-C', staging, name], {
      stdio: 'inherit',
    });
    if (packed.status !== 0) fail('tar could not write the file: see above.');
    console.log(`Made ${file}`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
