import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

export type ZipEntry = { name: string; texts: Iterable<string> | AsyncIterable<string> };

/** A zip archive of texts, written while they come. They are compressed outside of the main thread. */
export async function* zipOf(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const written: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(bytes);
  });
  for (const { name, texts } of entries) {
    const file: ZipInputFile = { filename: name, compression: 8, crc: 0, size: 0 };
    zip.add(file);
    for await (const bytes of compressed(texts, file)) {
      file.ondata?.(null, bytes, false);
      yield* written.splice(0);
    }
    file.ondata?.(null, new Uint8Array(), true);
  }
  zip.end();
  yield* written;
}

/** @param file counts the texts before they are compressed, as the end of its entry says them */
function compressed(texts: ZipEntry['texts'], file: ZipInputFile): AsyncIterable<Uint8Array<ArrayBuffer>> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const text of texts) {
      const bytes = Buffer.from(text);
      file.crc = crc32(bytes, file.crc);
      file.size += bytes.length;
      yield bytes;
    }
  }
  // Who reads gets the error; an aborted download ends the texts too.
  return pipeline(Readable.from(counted()), createDeflateRaw(), () => undefined);
}
