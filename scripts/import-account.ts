// npm run import-account -- FILE: imports the export of an account into an installation without any.
import { createStorage } from '../apps/server/src/features/media/public.ts';
import { createFileLoader, exportedTables, numberedColumns } from '../apps/server/src/features/settings/public.ts';
import { importTasks, restoreTasks } from '../apps/server/src/operations.ts';
import { ConfigError, parseConfig } from '../apps/server/src/platform/config.ts';
import { OperatorError } from '../apps/server/src/platform/db/operator.ts';
import { importAccount } from '../apps/server/src/platform/export/import-account.ts';
import { EmbeddedPostgresError } from '../apps/server/src/platform/postgres/embedded.ts';
import { projectDir } from './prepare.mjs';
import { typedPath } from './typed-path.ts';

const [name, ...rest] = process.argv.slice(2);
const say = (line: string) => console.log(line);

try {
  if (name === undefined || name.startsWith('-') || rest.length > 0) {
    throw new OperatorError('No file given. Usage: npm run import-account -- FILE');
  }
  const config = parseConfig(process.env, projectDir);
  const report = await importAccount({
    file: typedPath(name),
    config,
    tables: exportedTables,
    numberedColumns,
    files: createFileLoader(createStorage(config), config.dataDir),
    importTasks,
    restoreTasks,
    say,
  });
  say('Members sign in with a code that is sent to their email address. Channels and webhooks are paused: enter their');
  say('credentials. API keys, the AI provider and secrets of automations have to be set up again.');
  say(
    `Imported ${report.account.name}: ${report.rows} rows and ${report.files} files of ${report.exportedAt}. Start the server with npm start.`,
  );
} catch (error) {
  const isReported = [OperatorError, ConfigError, EmbeddedPostgresError].some((kind) => error instanceof kind);
  if (!isReported || !(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
