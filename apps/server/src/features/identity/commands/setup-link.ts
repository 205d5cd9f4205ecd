import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Executor } from '../../../platform/db/sql.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../context.ts';
import { hasUsers } from '../repo.ts';
import { addOneTimeToken, isOneTimeTokenUsable } from '../token-repo.ts';

const setupLifeS = 30 * 60;

/**
 * Creates the one-time setup link, valid for 30 minutes, or until it is used with the `SETUP_TOKEN` of the settings, and
 * writes it to `DATA_DIR/setup-url` (one line, mode 0600). Call it at every start, when the public address is known.
 * @param options.isShared several processes use the database: all of them show one link
 * @returns the absolute URL to show, or null when the first user exists or this process answers no pages
 */
export async function prepareSetup(platform: Platform, { isShared = false } = {}): Promise<string | null> {
  const { ROLE, SETUP_TOKEN } = platform.config;
  if (ROLE === 'worker') return null;
  const database = platform.db.system.statements('identity');
  if (await hasUsers(database)) {
    await removeSetupFile(platform);
    return null;
  }
  const token = SETUP_TOKEN ?? (isShared ? await sharedToken(platform, database) : await freshToken(database));
  const url = `${platform.publicUrl()}/login?setup=${token}`;
  const file = setupFile(platform);
  await mkdir(platform.config.dataDir, { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, `${url}\n`, { mode: 0o600, flag: 'wx' });
  await rename(temporary, file);
  return url;
}

async function freshToken(database: Executor): Promise<string> {
  const token = randomBytes(16).toString('base64url');
  await addToken(database, token);
  return token;
}

/**
 * The token that another process issued recently, else a new one: it is derived from the installation's key and the
 * time.
 */
async function sharedToken(platform: Platform, database: Executor): Promise<string> {
  const now = Math.floor(Date.now() / (setupLifeS * 1_000));
  const [token, before] = [now, now - 1].map((span) =>
    Buffer.from(platform.secrets.derive(`setup link ${span}`), 'hex')
      .subarray(0, 16)
      .toString('base64url'),
  ) as [string, string];
  for (const known of [token, before])
    if (await isOneTimeTokenUsable(database, hashToken(known), 'setup')) return known;
  await addToken(database, token).catch((error: unknown) => {
    // Another process inserted it first.
    if ((error as { code?: string }).code !== '23505') throw error;
  });
  return token;
}

function addToken(database: Executor, token: string): Promise<void> {
  return addOneTimeToken(database, { hash: hashToken(token), purpose: 'setup', email: null, lifeS: setupLifeS });
}

export async function removeSetupFile(platform: Platform): Promise<void> {
  await unlink(setupFile(platform)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

function setupFile(platform: Platform): string {
  return join(platform.config.dataDir, 'setup-url');
}
