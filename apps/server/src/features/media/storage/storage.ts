import type { Readable } from 'node:stream';

/** One object of the storage: the bytes of a file row, or the small picture of it. */
export type ObjectName = { clientId: string; fileId: string; variant: 'file' | 'thumbnail' };

export type ObjectFacts = { sizeBytes: number; sha256: Buffer; mimeType: string };

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** The storage has no such object. */
export class MissingObject extends Error {}

/** Where bytes are kept. An object is written once and never changed. */
export type MediaStorage = {
  /** Takes the file at `path` over; when this resolves the object is durable and the file is gone. */
  put(name: ObjectName, path: string, facts: ObjectFacts): Promise<void>;
  /** @throws MissingObject */
  read(name: ObjectName, range?: ByteRange): Promise<Readable>;
  /** Removing what is not there is no error. */
  remove(name: ObjectName): Promise<void>;
};
