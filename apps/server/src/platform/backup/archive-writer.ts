import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { encrypt } from './encrypt.ts';
import { createEntryDigest } from './entry-digest.ts';
import { type End, entryNames } from './manifest.ts';
import { withDigest } from './whole-file.ts';

/** Writes the entries of a backup one after the other: tar, gzip and, with a passphrase, age. */
export type ArchiveWriter = {
  add(name: string, content: Buffer): Promise<void>;
  /** An entry of a known length; @throws when the source has another */
  addStream(name: string, sizeBytes: number, source: AsyncIterable<Buffer>): Promise<void>;
  /** Writes the last entry. Resolves when everything is on disk. */
  finish(rows: End['rows']): Promise<void>;
  /** Stops without a last entry. */
  abort(): void;
};

/**
 * @param file open for writing; stays open
 * @param passphrase undefined: the archive is not encrypted
 * @param workFactor base-2 logarithm of the cost of guessing the passphrase; smaller only in tests
 */
export function createArchiveWriter(
  file: FileHandle,
  passphrase: string | undefined,
  workFactor?: number,
): ArchiveWriter {
  const packed = pack();
  const chain = createEntryDigest();
  const stop = new AbortController();
  const output = async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) await file.writeFile(chunk);
  };
  /** Rejects the wait for the entry that is being written. */
  let breakOff: ((error: unknown) => void) | undefined;
  const written = run();
  // Awaited once instead of raced at every entry: a long-lived promise would retain every entry it was raced with.
  written.then(
    () => breakOff?.(new Error('the archive is closed')),
    (error: unknown) => breakOff?.(error),
  );

  async function run(): Promise<void> {
    // The packer's stream is not a Readable of Node.
    const source = Readable.from(packed as unknown as AsyncIterable<Buffer>, { objectMode: false });
    const gzip = createGzip();
    const { signal } = stop;
    if (passphrase === undefined) return pipeline(source, gzip, withDigest, output, { signal });
    return pipeline(source, gzip, withDigest, (chunks) => encrypt(chunks, passphrase, workFactor), output, { signal });
  }

  /** Opens an entry and fills it; a writer that failed meanwhile would never call back. */
  async function entry(name: string, sizeBytes: number, fill: (sink: Writable) => void): Promise<void> {
    await open(name, sizeBytes, fill).catch(async (error: unknown) => {
      // The packer only knows that it was ended; the writer has the reason.
      await written;
      throw error;
    });
  }

  function open(name: string, sizeBytes: number, fill: (sink: Writable) => void): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      breakOff = reject;
      const header = { name, size: sizeBytes, mode: 0o600, mtime: new Date(0) };
      const sink = packed.entry(header, (error) => (error ? reject(error) : resolve())) as unknown as Writable;
      sink.on('error', reject);
      fill(sink);
    });
  }

  async function add(name: string, content: Buffer): Promise<string> {
    await entry(name, content.length, (sink) => sink.end(content));
    return createHash('sha256').update(content).digest('hex');
  }

  return {
    async add(name, content) {
      chain.add(name, content.length, await add(name, content));
    },
    async addStream(name, sizeBytes, source) {
      const hash = createHash('sha256');
      await entry(name, sizeBytes, (sink) => {
        const copy = async () => {
          for await (const chunk of source) {
            hash.update(chunk);
            if (!sink.write(chunk)) await new Promise((resolve) => sink.once('drain', resolve));
          }
          sink.end();
        };
        copy().catch((error: Error) => sink.destroy(error));
      });
      chain.add(name, sizeBytes, hash.digest('hex'));
    },
    async finish(rows) {
      const end: End = { entries: chain.entries, chain: chain.digest(), rows };
      await add(entryNames.end, Buffer.from(JSON.stringify(end)));
      packed.finalize();
      await written;
      await file.sync();
    },
    abort() {
      stop.abort();
    },
  };
}
