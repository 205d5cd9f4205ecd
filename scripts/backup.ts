// npm run backup -- FILE: everything the running installation holds, in one file.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeBackup, partialName } from '../apps/server/src/platform/backup/make-backup.ts';
import { inWords } from '../apps/server/src/platform/backup/progress.ts';
import { ConfigError, parseConfig } from '../apps/server/src/platform/config.ts';
import { OperatorError, withOperatorAccess } from '../apps/server/src/platform/db/operator.ts';

const projectDir = join(import.meta.dirname, '..');
// npm goes to the project's folder; a name is meant from where it was typed.
const typedIn = process.env['INIT_CWD'] ?? process.cwd();
const [name, ...rest] = process.argv.slice(2);

try {
  if (name === undefined || name.startsWith('-') || rest.length > 0) {
    throw new OperatorError('Say where to: npm run backup -- FILE');
  }
  const config = parseConfig(process.env, projectDir);
  const file = resolve(typedIn, name);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      rmSync(partialName(file), { force: true });
      process.exit(130);
    });
  }
  if (config.S3_BUCKET !== undefined) {
    console.log(`Not in the backup: the media in ${config.S3_BUCKET}. Keep copies of that bucket.`);
  }
  const passphrase = config.BACKUP_PASSPHRASE;
  const report = await withOperatorAccess(process.env, projectDir, (access) =>
    makeBackup(access, file, passphrase, (line) => console.log(line)),
  );
  const { sizeBytes, tables, rows, files } = report;
  const closed = passphrase === undefined ? 'not encrypted: it holds keys to everything' : 'encrypted';
  console.log(
    `Backed up into ${file}: ${inWords(sizeBytes)}, ${rows} rows of ${tables} tables, ${files} files, ${closed}.`,
  );
} catch (error) {
  if (!(error instanceof OperatorError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
