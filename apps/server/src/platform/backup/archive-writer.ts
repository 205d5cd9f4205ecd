import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { pack } from 'tar-stream';
import { createChain } from './chain.ts';
import { type End, entryNames } from './manifest.ts';

/** Writes the entries of a backup one after the other: tar, gzip and, with a passphrase, age. */
export type ArchiveWriter = {
  add(name: string, content: Buffer): Promise<void>;
  /** An entry of a known length; @throws when the source gives another */
  addStream(name: string, sizeBytes: number, source: AsyncIterable<Buffer>): Promise<void>;
  /** Writes the last entry. Resolves when everything is on the disk. */
  finish(rows: End['rows']): Promise<void>;
  /** Ends it without a last entry. */
  abort(): void;
};

/** age's own choice: guessing one passphrase costs 256 MB and about a second. */
const usualWorkFactor = 18;

/**
 * @param file open for writing; stays open
 * @param passphrase undefined leaves the archive readable
 * @param workFactor base-2 logarithm of what a guess of the passphrase costs; less only in tests
 */
export function createArchiveWriter(
  file: FileHandle,
  passphrase: string | undefined,
  workFactor = usualWorkFactor,
): ArchiveWriter {
  const packed = pack();
  const chain = createChain();
  const stop = new AbortController();
  const output = async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) await file.writeFile(chunk);
  };
  /** Ends the wait for the entry that is being written. */
  let breakOff: ((error: unknown) => void) | undefined;
  const written = run();
  // Told once, not raced with at every entry: a promise that lasts would keep every entry it ever raced with.
  written.then(
    () => breakOff?.(new Error('the archive is closed')),
    (error: unknown) => breakOff?.(error),
  );

  async function run(): Promise<void> {
    // The packer's own kind of stream is no Readable of Node's.
    const source = Readable.from(packed as unknown as AsyncIterable<Buffer>, { objectMode: false });
    const gzip = createGzip();
    if (passphrase === undefined) return pipeline(source, gzip, output, { signal: stop.signal });
    return pipeline(source, gzip, (chunks) => sealed(chunks, passphrase, workFactor), output, { signal: stop.signal });
  }

  /** Opens an entry and has it filled; a writer that failed meanwhile would never call back. */
  async function entry(name: string, sizeBytes: number, fill: (sink: Writable) => void): Promise<void> {
    await open(name, sizeBytes, fill).catch(async (error: unknown) => {
      // The packer only knows that it was ended; why is what the writing ended with.
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

async function* sealed(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor: number,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  yield* await encrypter.encrypt(ReadableStream.from(chunks) as ReadableStream<Uint8Array>);
}
