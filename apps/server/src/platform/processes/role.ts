import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';

/**
 * One of several processes needs the shared settings.
 * @throws ConfigError in one sentence, instead of a start with an incomplete configuration
 */
export function requireUsableRole(config: Config): void {
  const { DATABASE_URL, ROLE, SECRET_KEY, dataDir } = config;
  if (ROLE === 'api' && DATABASE_URL === undefined) {
    throw new ConfigError(
      'ROLE=api: needs DATABASE_URL, a database that it shares with a process of ROLE worker or all.',
    );
  }
  if (ROLE === 'all' || DATABASE_URL === undefined || SECRET_KEY !== undefined) return;
  if (existsSync(join(dataDir, 'secret-key'))) return;
  throw new ConfigError(
    `SECRET_KEY: is missing. ROLE=${ROLE} is one of several processes: give all of them the same key, at least 32 characters.`,
  );
}
