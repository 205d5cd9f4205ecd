import { createHash } from 'node:crypto';

/** One digest over entries in order, in constant memory. */
export type EntryDigest = {
  readonly entries: number;
  add(name: string, sizeBytes: number, sha256: string): void;
  digest(): string;
};

export function createEntryDigest(): EntryDigest {
  const hash = createHash('sha256');
  let entries = 0;
  return {
    get entries() {
      return entries;
    },
    add(name, sizeBytes, sha256) {
      entries++;
      hash.update(`${name}\n${sizeBytes}\n${sha256}\n`);
    },
    digest: () => hash.copy().digest('hex'),
  };
}
