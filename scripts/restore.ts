// npm run restore -- FILE [--force]: brings back what a backup holds, into an empty folder or database.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../apps/server/src/platform/backup/restore-backup.ts';
import { ConfigError, parseConfig } from '../apps/server/src/platform/config.ts';
import { OperatorError } from '../apps/server/src/platform/db/operator.ts';
import { EmbeddedPostgresError } from '../apps/server/src/platform/postgres/embedded.ts';
import { restoredWorks } from '../apps/server/src/restored.ts';

const projectDir = join(import.meta.dirname, '..');
// npm goes to the project's folder; a name is meant from where it was typed.
const typedIn = process.env['INIT_CWD'] ?? process.cwd();
const say = (line: string) => console.log(line);

function readArguments(): { name: string; force: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { force: { type: 'boolean' } }, allowPositionals: true });
    const [name, ...rest] = positionals;
    if (name !== undefined && rest.length === 0) return { name, force: values.force === true };
  } catch {
    // An option there is none of: the same answer.
  }
  throw new OperatorError('Say what from: npm run restore -- FILE [--force]');
}

try {
  const { name, force } = readArguments();
  const config = parseConfig(process.env, projectDir);
  const report = await restoreBackup({
    file: resolve(typedIn, name),
    dataDir: config.dataDir,
    databaseUrl: config.DATABASE_URL,
    secretKey: config.SECRET_KEY,
    passphrase: config.BACKUP_PASSPHRASE,
    force,
    works: restoredWorks,
    say,
  });
  for (const place of report.aside) say(`What was there before is in ${place}`);
  say('Everybody signs in again. Members, roles and API keys are as they were then: end again what was ended since.');
  say(`Restored ${report.rows} rows and ${report.files} files of ${report.madeAt}. Start the server with npm start.`);
} catch (error) {
  const isTold = [OperatorError, ConfigError, EmbeddedPostgresError].some((kind) => error instanceof kind);
  if (!isTold || !(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
