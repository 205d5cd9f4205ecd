import { createHash } from 'node:crypto';
import { OperatorError } from '../db/operator.ts';

/*
 * The checksum of gzip is one of the contents, and different bytes can stand for the same contents. So the digest of all
 * bytes of an archive follows as the extra field (RFC 1952) of a second, empty member, which unpackers skip.
 */
const beforeDigest = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 3, 36, 0, ...Buffer.from('PY'), 32, 0]);
const afterDigest = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
const endLength = beforeDigest.length + 32 + afterDigest.length;

const endOf = (digest: Buffer) => Buffer.concat([beforeDigest, digest, afterDigest]);

/** What a gzip wrote, and then the digest of it. */
export async function* withDigest(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  yield endOf(hash.digest());
}

/** The bytes before the digest. @throws OperatorError saying `damaged` after the last one when any byte is another */
export async function* checkedByDigest(chunks: AsyncIterable<Uint8Array>, damaged: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let held = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const all = Buffer.concat([held, chunk]);
    const ready = all.subarray(0, Math.max(0, all.length - endLength));
    held = all.subarray(ready.length);
    if (ready.length === 0) continue;
    hash.update(ready);
    yield ready;
  }
  if (!held.equals(endOf(hash.digest()))) throw new OperatorError(damaged);
}
