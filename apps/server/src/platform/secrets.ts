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

/** Encrypts values that must not be readable in the database, and derives the installation's other secrets. */
export type Secrets = {
  /**
   * Identify the sealing keys without revealing them, 8 hex digits that every sealed value contains: the current key
   * first, then the previous ones.
   */
  readonly keyIds: readonly [string, ...string[]];
  /** AES-256-GCM; `place` (table, column, account, row) must be the same for opening. */
  seal(plain: string, place: string): Buffer;
  /** @throws when the bytes were changed, moved to another place or sealed with another key */
  open(sealed: Buffer, place: string): string;
  /** A stable secret for one purpose, hex of 32 bytes. */
  derive(purpose: string): string;
  /** The same for every key: the current one first, then the previous ones. For values that are only recognized. */
  deriveAll(purpose: string): readonly string[];
  /** Whether a value was sealed with a previous key. */
  isSealedBefore(sealed: Buffer): boolean;
};

const formatVersion = 1;

/** @param previous earlier keys, which open the values sealed with them and seal nothing */
export function secretsFrom(key: Buffer, previous: readonly Buffer[] = []): Secrets {
  const present = sealingKeyOf(key);
  const before = previous.map(sealingKeyOf);
  const all = [present, ...before];
  const derive = (from: Buffer, purpose: string) =>
    Buffer.from(hkdfSync('sha256', from, Buffer.alloc(0), `parley ${purpose}`, 32)).toString('hex');
  return {
    keyIds: [present.id.toString('hex'), ...before.map(({ id }) => id.toString('hex'))],
    seal(plain, place) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', present.key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([formatVersion]), present.id, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      if (sealed[0] !== formatVersion) throw new Error('sealed value of an unknown format');
      const found = all.find(({ id }) => sealed.subarray(1, 5).equals(id));
      if (found === undefined) throw new Error('sealed with another key: is SECRET_KEY the same as before?');
      const decipher = createDecipheriv('aes-256-gcm', found.key, sealed.subarray(5, 17))
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(17, 33));
      return Buffer.concat([decipher.update(sealed.subarray(33)), decipher.final()]).toString('utf8');
    },
    derive: (purpose) => derive(key, purpose),
    deriveAll: (purpose) => [key, ...previous].map((each) => derive(each, purpose)),
    isSealedBefore: (sealed) => !sealed.subarray(1, 5).equals(present.id),
  };
}

function sealingKeyOf(key: Buffer): { key: Buffer; id: Buffer } {
  const sealing = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'parley seal', 32));
  return { key: sealing, id: createHash('sha256').update(sealing).digest().subarray(0, 4) };
}

/** Compares digests, so that timing reveals neither the length nor the position of a difference. */
export function sameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/**
 * The installation's key: SECRET_KEY when given, else 32 random bytes kept in `DATA_DIR/secret-key` (mode 0600), made
 * at the first start and never replaced, also when several servers make their first start at once.
 * @param dataDir existing folder
 * @param previousKey SECRET_KEY_PREVIOUS: the SECRET_KEY before this one, or what the file held
 */
export async function loadSecrets(
  dataDir: string,
  secretKey: string | undefined,
  previousKey?: string | undefined,
): Promise<Secrets> {
  if (secretKey !== undefined) {
    const previous = previousKey === undefined ? [] : [digestOf(previousKey), ...fileKeyIn(previousKey)];
    return secretsFrom(digestOf(secretKey), previous);
  }
  const file = join(dataDir, 'secret-key');
  const key = (await readKey(file)) ?? (await makeKey(file)) ?? (await readKey(file));
  if (key === null) throw new Error(`${file} was taken away while the server started`);
  return secretsFrom(key);
}

function digestOf(secretKey: string): Buffer {
  return createHash('sha256').update(secretKey).digest();
}

/** The key of an installation without SECRET_KEY, as stored in its file. */
function fileKeyIn(text: string): Buffer[] {
  return /^[0-9a-f]{64}$/i.test(text.trim()) ? [Buffer.from(text.trim(), 'hex')] : [];
}

/** @returns null when there is no key yet */
async function readKey(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : parseKey(text, file);
}

/** The secrets of the key in `DATA_DIR/secret-key`. @throws Error naming `place` when it is invalid */
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
  // Not named after the pid: in a container an earlier, killed start may have had the same one.
  const temporary = `${file}.${randomUUID()}`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(`${key.toString('hex')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    // Unlike a rename, a link never replaces an existing file.
    await link(temporary, file);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  } finally {
    await unlink(temporary);
  }
}
