import type { Readable } from 'node:stream';

/** One object of the storage: the bytes of a file, or its thumbnail. */
export type ObjectName = { clientId: string; fileId: string; variant: 'file' | 'thumbnail' };

export type ObjectFacts = { sizeBytes: number; sha256: Buffer; mimeType: string };

/** First and last byte, both inclusive. */
export type ByteRange = { start: number; end: number };

/** The storage has no such object. */
export class MissingObject extends Error {}

/** Storage of bytes. An object is written once and never changed. */
export type MediaStorage = {
  /** Moves the file at `path` into the storage; resolves when the object is durable. */
  put(name: ObjectName, path: string, facts: ObjectFacts): Promise<void>;
  /** @throws MissingObject */
  read(name: ObjectName, range?: ByteRange): Promise<Readable>;
  /** Removing a missing object is not an error. */
  remove(name: ObjectName): Promise<void>;
};

/** @returns null when there is no such object */
export function readIfThere(storage: MediaStorage, name: ObjectName): Promise<Readable | null> {
  return storage.read(name).catch((error: unknown) => {
    if (error instanceof MissingObject) return null;
    throw error;
  });
}
