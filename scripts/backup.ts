// npm run backup -- FILE: the data of the running installation, in one file.
import { rmSync } from 'node:fs';
import { backedUpFilesOf } from '../apps/server/src/operations.ts';
import { createBackup, partialName } from '../apps/server/src/platform/backup/create-backup.ts';
import { formatSize } from '../apps/server/src/platform/backup/progress.ts';
import { ConfigError, parseConfig } from '../apps/server/src/platform/config.ts';
import { OperatorError, withOperatorAccess } from '../apps/server/src/platform/db/operator.ts';
import { projectDir } from './prepare.mjs';
import { typedPath } from './typed-path.ts';

const [name, ...rest] = process.argv.slice(2);

try {
  if (name === undefined || name.startsWith('-') || rest.length > 0) {
    throw new OperatorError('No file given. Usage: npm run backup -- FILE');
  }
  const config = parseConfig(process.env, projectDir);
  const file = typedPath(name);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      rmSync(partialName(file), { force: true });
      process.exit(130);
    });
  }
  const passphrase = config.BACKUP_PASSPHRASE;
  const reserveBytes = config.DISK_RESERVE_MB * 1_048_576;
  const report = await withOperatorAccess(process.env, projectDir, (access) =>
    createBackup(access, {
      file,
      passphrase,
      backedUpFiles: backedUpFilesOf(config),
      reserveBytes,
      say: (line) => console.log(line),
    }),
  );
  const { sizeBytes, tables, rows, files } = report;
  const closed = passphrase === undefined ? 'not encrypted: it holds keys to everything' : 'encrypted';
  console.log(
    `Backed up into ${file}: ${formatSize(sizeBytes)}, ${rows} rows of ${tables} tables, ${files} files, ${closed}.`,
  );
} catch (error) {
  if (!(error instanceof OperatorError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
