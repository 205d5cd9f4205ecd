// npm run restore -- FILE [--force]: restores a backup into an empty directory or database.
import { parseArgs } from 'node:util';
import { backedUpFilesOf, restoreTasks } from '../apps/server/src/operations.ts';
import { restoreBackup } from '../apps/server/src/platform/backup/restore-backup.ts';
import { ConfigError, parseConfig } from '../apps/server/src/platform/config.ts';
import { OperatorError } from '../apps/server/src/platform/db/operator.ts';
import { EmbeddedPostgresError } from '../apps/server/src/platform/postgres/embedded.ts';
import { projectDir } from './prepare.mjs';
import { typedPath } from './typed-path.ts';

const say = (line: string) => console.log(line);

function readArguments(): { name: string; force: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { force: { type: 'boolean' } }, allowPositionals: true });
    const [name, ...rest] = positionals;
    if (name !== undefined && rest.length === 0) return { name, force: values.force === true };
  } catch {
    // An option there is none of: the same answer.
  }
  throw new OperatorError('No file given. Usage: npm run restore -- FILE [--force]');
}

try {
  const { name, force } = readArguments();
  const config = parseConfig(process.env, projectDir);
  const report = await restoreBackup({
    file: typedPath(name),
    dataDir: config.dataDir,
    databaseUrl: config.DATABASE_URL,
    secretKey: config.SECRET_KEY,
    passphrase: config.BACKUP_PASSPHRASE,
    force,
    restoreTasks,
    backedUpFiles: backedUpFilesOf(config),
    say,
  });
  for (const folder of report.movedAside) say(`The previous data is in ${folder}`);
  say(
    'Everyone must sign in again. Members, roles and API keys are as they were at the time of the backup: remove again what was removed since.',
  );
  say(`Restored ${report.rows} rows and ${report.files} files of ${report.madeAt}. Start the server with npm start.`);
} catch (error) {
  const isReported = [OperatorError, ConfigError, EmbeddedPostgresError].some((kind) => error instanceof kind);
  if (!isReported || !(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
