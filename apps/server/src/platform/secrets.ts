import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Encrypts what may not lie readable in the database, and derives the installation's other secrets. */
export type Secrets = {
  /** AES-256-GCM; `place` (table, column, account, row) must be the same when it is opened again. */
  seal(plain: string, place: string): Buffer;
  /** @throws when the bytes were changed, moved to another place or sealed with another key */
  open(sealed: Buffer, place: string): string;
  /** A stable secret for one purpose, hex of 32 bytes. */
  derive(purpose: string): string;
};

const formatVersion = 1;

export function secretsFrom(key: Buffer): Secrets {
  const sealingKey = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'parley seal', 32));
  const keyId = createHash('sha256').update(sealingKey).digest().subarray(0, 4);
  return {
    seal(plain, place) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([formatVersion]), keyId, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      if (sealed[0] !== formatVersion) throw new Error('sealed value of an unknown format');
      if (!sealed.subarray(1, 5).equals(keyId))
        throw new Error('sealed with another key: is SECRET_KEY the same as before?');
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(5, 17))
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(17, 33));
      return Buffer.concat([decipher.update(sealed.subarray(33)), decipher.final()]).toString('utf8');
    },
    derive: (purpose) => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `parley ${purpose}`, 32)).toString('hex'),
  };
}

/** Compares by digest, so that neither length nor the place of a difference shows in the time taken. */
export function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/**
 * The installation's key: SECRET_KEY when given, else 32 random bytes kept in `DATA_DIR/secret-key` (mode 0600), made
 * at the first start and never replaced, also when several servers make their first start at once.
 * @param dataDir existing folder
 */
export async function loadSecrets(dataDir: string, secretKey: string | undefined): Promise<Secrets> {
  if (secretKey !== undefined) return secretsFrom(createHash('sha256').update(secretKey).digest());
  const file = join(dataDir, 'secret-key');
  const key = (await readKey(file)) ?? (await makeKey(file)) ?? (await readKey(file));
  if (key === null) throw new Error(`${file} was taken away while the server started`);
  return secretsFrom(key);
}

/** @returns null when there is no key yet */
async function readKey(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : parseKey(text, file);
}

/** The secrets of a key as `DATA_DIR/secret-key` holds it. @throws Error naming `place` when it is none */
export function secretsOfKeyFile(text: string, place: string): Secrets {
  return secretsFrom(parseKey(text, place));
}

function parseKey(text: string, place: string): Buffer {
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== 32) throw new Error(`${place} does not hold a key of 32 bytes`);
  return key;
}

/** @returns null when another server was first */
async function makeKey(file: string): Promise<Buffer | null> {
  const key = randomBytes(32);
  // Not named by the process number: in a container a start that was killed here had the same one.
  const temporary = `${file}.${randomUUID()}`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(`${key.toString('hex')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    // Unlike a rename, a link never replaces what is there.
    await link(temporary, file);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  } finally {
    await unlink(temporary);
  }
}
