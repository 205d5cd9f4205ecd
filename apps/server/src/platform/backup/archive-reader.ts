import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { OperatorError } from '../db/operator.ts';
import { createEntryDigest } from './entry-digest.ts';
import { bytesOf } from './file-bytes.ts';
import { type End, endSchema, entryNames, formatNumber, type Manifest, manifestSchema } from './manifest.ts';
import { checkedByDigest } from './whole-file.ts';

const ageMagic = Buffer.from('age-encryption.org/v1\n');
const gzipMagic = Buffer.from([0x1f, 0x8b]);
/** Limit for entries that are read as a whole, such as a manifest with very many tables. */
const jsonLimitBytes = 64 * 1_048_576;

/** Handles the entries between the manifest and the end. */
export type EntryVisitor<M = Manifest> = {
  manifest(manifest: M): Promise<void>;
  /** Must read the whole content. */
  entry(name: string, sizeBytes: number, content: AsyncIterable<Buffer>): Promise<void>;
};

export const damagedBackup = 'The file is damaged or not whole: it cannot be restored from. Take another copy of it.';

/**
 * Reads a backup completely and compares it with the digests in its last entry.
 * @param file open for reading; stays open, so that it can be read again
 * @throws OperatorError for a file that is not a backup, a wrong or missing passphrase, or damaged content; errors of
 * the visitor are thrown unchanged
 */
export async function readArchive(
  file: FileHandle,
  passphrase: string | undefined,
  visitor: EntryVisitor,
): Promise<{ manifest: Manifest; end: End }> {
  return readArchiveOf(file, passphrase, backupFormat, visitor);
}

/** As readArchive, for an archive of another format. */
export async function readArchiveOf<M>(
  file: FileHandle,
  passphrase: string | undefined,
  format: ArchiveFormat<M>,
  visitor: EntryVisitor<M>,
): Promise<{ manifest: M; end: End }> {
  return readEntriesOf(await openPlain(file, passphrase, format), format, visitor);
}

/** The first entry of an archive, and what is said about a file that is something else. */
export type ArchiveFormat<M> = {
  manifestName: string;
  /** @throws OperatorError */
  parseManifest(text: Buffer): M;
  /** Of an archive, and of any other file. */
  otherFile: string;
  noArchive: string;
  damaged: string;
  /** Of an encrypted one without a passphrase, and with another. */
  encrypted: string;
  wrongPassphrase: string;
};

const backupFormat: ArchiveFormat<Manifest> = {
  manifestName: entryNames.manifest,
  parseManifest,
  otherFile: 'This is an archive, but not a backup of Parley.',
  noArchive: 'This is not a backup of Parley.',
  damaged: damagedBackup,
  encrypted: 'This backup is encrypted. Set BACKUP_PASSPHRASE to the passphrase it was made with.',
  wrongPassphrase:
    'The backup cannot be decrypted: BACKUP_PASSPHRASE is not the one it was made with, or its beginning is damaged.',
};

/**
 * Reads an archive of `createArchiveWriter` completely and compares it with the digests in its last entry.
 * @param plain compressed, not encrypted
 */
async function readEntriesOf<M>(
  plain: Readable,
  format: ArchiveFormat<M>,
  visitor: EntryVisitor<M>,
): Promise<{ manifest: M; end: End }> {
  const unpacked = extract();
  const stop = new AbortController();
  const reading = pipeline(plain, createGunzip(), unpacked as unknown as NodeJS.WritableStream, {
    signal: stop.signal,
  });
  reading.catch(() => undefined); // The loop over the entries throws the same error.
  let own: unknown;
  const guard: EntryVisitor<M> = {
    manifest: (manifest) => visitor.manifest(manifest).catch(remember),
    entry: (name, size, content) => visitor.entry(name, size, content).catch(remember),
  };
  function remember(error: unknown): never {
    own ??= error;
    throw error;
  }
  try {
    const result = await readEntries(unpacked as unknown as AsyncIterable<TarEntry>, format, guard);
    await reading;
    return result;
  } catch (error) {
    stop.abort();
    if (own !== undefined && own === error) throw error;
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(format.damaged, { cause: error });
  }
}

type TarEntry = AsyncIterable<Buffer> & { header: { name: string; size?: number; type?: string } };

async function readEntries<M>(
  entries: AsyncIterable<TarEntry>,
  format: ArchiveFormat<M>,
  visitor: EntryVisitor<M>,
): Promise<{ manifest: M; end: End }> {
  const { damaged } = format;
  const chain = createEntryDigest();
  let manifest: M | undefined;
  let end: End | undefined;
  for await (const entry of entries) {
    const { name, size = 0 } = entry.header;
    if (end !== undefined) throw new OperatorError(damaged);
    if (name === entryNames.end) {
      end = parseEntry(endSchema, await readWhole(entry, jsonLimitBytes, damaged), damaged);
      continue;
    }
    const counted = countingOf(entry, damaged);
    if (manifest === undefined) {
      if (name !== format.manifestName) throw new OperatorError(format.otherFile);
      manifest = format.parseManifest(await readWhole(counted.content, jsonLimitBytes, damaged));
      await visitor.manifest(manifest);
    } else await visitor.entry(name, size, counted.content);
    const { sizeBytes, sha256 } = counted.result();
    if (sizeBytes !== size) throw new OperatorError(damaged);
    chain.add(name, sizeBytes, sha256);
  }
  if (manifest === undefined || end === undefined) throw new OperatorError(damaged);
  if (end.entries !== chain.entries || end.chain !== chain.digest()) throw new OperatorError(damaged);
  return { manifest, end };
}

function countingOf(source: AsyncIterable<Buffer>, damaged: string) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* content(): AsyncGenerator<Buffer> {
    const chunks = source[Symbol.asyncIterator]();
    for (;;) {
      // Distinguishes read errors from errors of the consumer.
      const { done, value } = await chunks.next().catch((error: unknown) => {
        throw new OperatorError(damaged, { cause: error });
      });
      if (done === true) return;
      hash.update(value);
      sizeBytes += value.length;
      yield value;
    }
  }
  return { content: content(), result: () => ({ sizeBytes, sha256: hash.digest('hex') }) };
}

/** @throws OperatorError when the content exceeds the limit */
export async function readWhole(
  content: AsyncIterable<Buffer>,
  limitBytes: number,
  damaged = damagedBackup,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of content) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) throw new OperatorError(damaged);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseManifest(text: Buffer): Manifest {
  const head = parse(z.looseObject({ product: z.string(), format: z.number() }), text);
  if (head.product === 'parley' && head.format > formatNumber) {
    throw new OperatorError('This backup was made by a newer Parley. Restore it with that version.');
  }
  return parse(manifestSchema, text);
}

function parse<T extends z.ZodType>(schema: T, text: Buffer): z.output<T> {
  return parseEntry(schema, text, damagedBackup);
}

/** A JSON entry. @throws OperatorError saying `damaged` for another content */
export function parseEntry<T extends z.ZodType>(schema: T, text: Buffer, damaged: string): z.output<T> {
  let value: unknown;
  try {
    value = JSON.parse(text.toString('utf8'));
  } catch (error) {
    throw new OperatorError(damaged, { cause: error });
  }
  const result = schema.safeParse(value);
  if (!result.success) throw new OperatorError(damaged, { cause: result.error });
  return result.data;
}

/** @param what `a backup` @throws OperatorError when it cannot be read, or is no file */
export async function openArchive(file: string, what: string): Promise<FileHandle> {
  const handle = await open(file).catch((error: Error) => {
    throw new OperatorError(`${file} cannot be read (${error.message})`, { cause: error });
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new OperatorError(`${file} is not a file. Name the file of ${what}.`);
}

/** The compressed bytes, decrypted if the file is encrypted. */
async function openPlain(
  file: FileHandle,
  passphrase: string | undefined,
  words: Omit<ArchiveFormat<unknown>, 'manifestName' | 'parseManifest'>,
): Promise<Readable> {
  const head = Buffer.alloc(ageMagic.length);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  if (bytesRead >= gzipMagic.length && head.subarray(0, gzipMagic.length).equals(gzipMagic)) {
    return Readable.from(checkedByDigest(bytesOf(file), words.damaged), { objectMode: false });
  }
  if (bytesRead === 0) throw new OperatorError('The file is empty.');
  if (bytesRead < head.length || !head.equals(ageMagic)) throw new OperatorError(words.noArchive);
  if (passphrase === undefined) throw new OperatorError(words.encrypted);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  let plain: AsyncIterable<Uint8Array>;
  try {
    plain = await decrypter.decrypt(ReadableStream.from(bytesOf(file)) as ReadableStream<Uint8Array>);
  } catch (error) {
    throw new OperatorError(words.wrongPassphrase, { cause: error });
  }
  return Readable.from(checkedByDigest(plain, words.damaged), { objectMode: false });
}
