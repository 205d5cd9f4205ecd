import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import pg from 'pg';
import { resolveEmbeddedPaths } from '../postgres/paths.ts';
import { readSecretFiles } from '../secret-files.ts';
import { loadSecrets, type Secrets } from '../secrets.ts';
import { executorOn } from './connection.ts';
import type { Executor } from './sql.ts';

export type OperatorAccess = {
  database: Executor;
  secrets: Secrets;
  /** The client of `database`. */
  client: pg.Client;
  /** Absolute. */
  dataDir: string;
  /** The key was set as SECRET_KEY and is not stored in DATA_DIR. */
  isKeyGiven: boolean;
};

/** An error that an operator's command prints without a stack. */
export class OperatorError extends Error {}

/**
 * Runs an operator's command on a running installation, as the owner of its database.
 * @param cwd base of a relative DATA_DIR
 * @throws OperatorError when the installation does not exist or does not run, or this user may not read it
 */
export async function withOperatorAccess<T>(
  given: Record<string, string | undefined>,
  cwd: string,
  fn: (access: OperatorAccess) => Promise<T>,
): Promise<T> {
  const env = withSecrets(given);
  const folder = env['DATA_DIR'] || './data';
  const dataDir = isAbsolute(folder) ? folder : resolve(cwd, folder);
  const secretKey = env['SECRET_KEY'] || undefined;
  // Reading must not create a key: it would not be the server's.
  if (secretKey === undefined && !existsSync(join(dataDir, 'secret-key'))) {
    throw new OperatorError(`${dataDir} holds no installation. Set DATA_DIR as the server has it, and start it once.`);
  }
  const secrets = await loadSecrets(dataDir, secretKey, env['SECRET_KEY_PREVIOUS'] || undefined);
  const client = new pg.Client({
    connectionString: env['DATABASE_URL'] || resolveEmbeddedPaths(dataDir).ownerUrl,
    application_name: 'parley operator',
  });
  client.on('error', () => undefined); // A lost connection rejects the running query anyway.
  try {
    await client.connect();
  } catch (error) {
    throw new OperatorError(
      `The database cannot be reached (${error instanceof Error ? error.message : String(error)}). Is the server running?`,
    );
  }
  try {
    return await fn({ database: executorOn(client), secrets, client, dataDir, isKeyGiven: secretKey !== undefined });
  } finally {
    await client.end();
  }
}

/** As the server reads them: what is empty counts as not set. */
function withSecrets(given: Record<string, string | undefined>): Record<string, string> {
  const set = Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return readSecretFiles(Object.fromEntries(set), (line) => {
    throw new OperatorError(line);
  });
}
