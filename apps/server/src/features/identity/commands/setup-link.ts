import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../context.ts';
import { hasUsers } from '../repo.ts';
import { addOneTimeToken } from '../token-repo.ts';

const setupLifeS = 30 * 60;

/**
 * Makes the one-time link of the first run, good for 30 minutes, and writes it to `DATA_DIR/setup-url` (one line, mode
 * 0600). Call it at every start, when the public address is known.
 * @returns the absolute URL to show, or null when somebody has an account here; then the file is gone
 */
export async function prepareSetup(platform: Platform): Promise<string | null> {
  const database = platform.db.system.statements('identity');
  if (await hasUsers(database)) {
    await removeSetupFile(platform);
    return null;
  }
  const token = randomBytes(16).toString('base64url');
  await addOneTimeToken(database, { hash: hashToken(token), purpose: 'setup', email: null, lifeS: setupLifeS });
  const url = `${platform.publicUrl()}/login?setup=${token}`;
  const file = setupFile(platform);
  await mkdir(platform.config.dataDir, { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, `${url}\n`, { mode: 0o600, flag: 'wx' });
  await rename(temporary, file);
  return url;
}

export async function removeSetupFile(platform: Platform): Promise<void> {
  await unlink(setupFile(platform)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

function setupFile(platform: Platform): string {
  return join(platform.config.dataDir, 'setup-url');
}
