// npm run download-backup -- NAME FILE: a copy of a backup from the bucket; without arguments, those that are there.
import { existsSync } from 'node:fs';
import { createBackupBucket } from '../apps/server/src/platform/backup/backup-bucket.ts';
import { formatSize } from '../apps/server/src/platform/backup/progress.ts';
import { ConfigError, parseConfig } from '../apps/server/src/platform/config.ts';
import { OperatorError } from '../apps/server/src/platform/db/operator.ts';
import { projectDir } from './prepare.mjs';
import { typedPath } from './typed-path.ts';

const [name, target, ...rest] = process.argv.slice(2);

try {
  const bucket = createBackupBucket(parseConfig(process.env, projectDir));
  if (bucket === null) throw new OperatorError('BACKUP_BUCKET is not set. Set it and the S3 settings.');
  if (name === undefined) {
    for (const each of await bucket.list()) console.log(`${each.name}  ${formatSize(each.sizeBytes)}`);
  } else {
    if (target === undefined || rest.length > 0) {
      throw new OperatorError('Usage: npm run download-backup [-- NAME FILE]');
    }
    const file = typedPath(target);
    if (existsSync(file)) throw new OperatorError(`${file} is there already. Name another file.`);
    await bucket.download(name, file);
    console.log(`Downloaded ${name} into ${file}. Bring it back with npm run restore -- ${file}`);
  }
} catch (error) {
  if (!(error instanceof OperatorError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
