// npm run verify-backup -- FILE: restores a backup into a temporary database and says what that proves. Exits with 1
// when it cannot be restored.
import { tmpdir } from 'node:os';
import { backedUpFiles, backupProofs, restoreTasks } from '../apps/server/src/operations.ts';
import { formatSize } from '../apps/server/src/platform/backup/progress.ts';
import { verifyBackup } from '../apps/server/src/platform/backup/verify-backup.ts';
import { ConfigError, parseConfig } from '../apps/server/src/platform/config.ts';
import { OperatorError } from '../apps/server/src/platform/db/operator.ts';
import { projectDir } from './prepare.mjs';
import { typedPath } from './typed-path.ts';

const say = (line: string) => console.log(line);
const [name, ...rest] = process.argv.slice(2);
const stopped = new AbortController();

try {
  if (name === undefined || name.startsWith('-') || rest.length > 0) {
    throw new OperatorError('No file given. Usage: npm run verify-backup -- FILE');
  }
  const config = parseConfig(process.env, projectDir);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());
  const file = typedPath(name);
  const { signal } = stopped;
  const order = { file, tempDir: tmpdir(), config, restoreTasks, backedUpFiles, backupProofs, say, signal };
  const { madeAt, sizeBytes, rows, tables, proofs } = await verifyBackup(order);
  say(`${file}: ${formatSize(sizeBytes)}, made at ${madeAt}`);
  say(`  ${rows} rows, as many in each of ${tables} tables as were read`);
  for (const proof of proofs) say(`  ${proof}`);
  say(`The backup can be restored (checked in ${Math.ceil(performance.now() / 1_000)} seconds).`);
} catch (error) {
  if (!(error instanceof OperatorError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = stopped.signal.aborted ? 130 : 1;
}
