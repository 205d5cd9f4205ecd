/** The bytes of a file, read in ranges. */
export type Bytes = {
  sizeBytes: number;
  /** @param end exclusive @throws when they cannot be loaded now */
  read(begin: number, end: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
};

/** @param addressOf returns a valid URL, null while there is none */
export function bytesAt(sizeBytes: number, addressOf: () => Promise<string | null>): Bytes {
  return {
    sizeBytes,
    async read(begin, end, signal) {
      const url = await addressOf();
      if (url === null) throw new Error('there is no address for this file just now');
      const answer = await fetch(url, { headers: { range: `bytes=${begin}-${end - 1}` }, signal });
      if (answer.status !== 206) throw new Error(`a part of a file was answered with ${answer.status}`);
      return new Uint8Array(await answer.arrayBuffer());
    },
  };
}

/** Bytes in memory. */
export function bytesOf(all: Uint8Array<ArrayBuffer>): Bytes {
  return { sizeBytes: all.length, read: async (begin, end) => all.slice(begin, end) };
}
