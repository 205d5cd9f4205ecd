import type { Database } from './database.ts';

/** Stored bytes of one file, in chunks so that a large one is never entirely in memory. */
export interface MediaFile {
  id: string;
  account: number;
  mime_type: string;
  /** Hex. */
  sha256: string;
  size_bytes: number;
  filename: string | null;
  created_ms: number;
}

/** Media of all accounts. Call the writing ones inside `database.write`. */
export interface MediaStore {
  find(account: number, id: string): MediaFile | null;
  findByHash(account: number, sha256: string, mimeType: string): MediaFile | null;
  addChunk(id: string, number: number, bytes: Uint8Array): void;
  /** Turns the chunks into a file; until then they are invisible. */
  insert(file: MediaFile): void;
  /** One chunk, null after the last. */
  readChunk(id: string, number: number): Uint8Array | null;
  remove(id: string): void;
  /** Removes the oldest files of an account until the rest has at most so many bytes. */
  shrink(account: number, mostBytes: number): void;
  removeAll(account: number): void;
  /** Drops chunks of incomplete uploads. */
  dropOrphans(): void;
}

/** Prepares the statements. */
export function createMediaStore({ db }: Database): MediaStore {
  const one = db.prepare('select * from media where id = ? and account = ?');
  const byHash = db.prepare('select * from media where account = ? and sha256 = ? and mime_type = ? limit 1');
  const addChunk = db.prepare('insert into media_chunks (media, number, bytes) values (?, ?, ?)');
  const insert = db.prepare(`insert into media (id, account, mime_type, sha256, size_bytes, filename, created_ms)
    values (?, ?, ?, ?, ?, ?, ?)`);
  const chunk = db.prepare('select bytes from media_chunks where media = ? and number = ?');
  const removeChunks = db.prepare('delete from media_chunks where media = ?');
  const remove = db.prepare('delete from media where id = ?');
  const clearChunks = db.prepare('delete from media_chunks where media in (select id from media where account = ?)');
  const clear = db.prepare('delete from media where account = ?');
  const beyond = db.prepare(`select id from (
    select id, sum(size_bytes) over (order by created_ms desc, rowid desc) as bytes from media where account = ?
  ) where bytes > ?`);
  const orphans = db.prepare('delete from media_chunks where media not in (select id from media)');

  function removeFile(id: string): void {
    removeChunks.run(id);
    remove.run(id);
  }

  return {
    find: (account, id) => (one.get(id, account) as unknown as MediaFile | undefined) ?? null,
    findByHash: (account, sha256, mimeType) =>
      (byHash.get(account, sha256, mimeType) as unknown as MediaFile | undefined) ?? null,
    addChunk(id, number, bytes) {
      addChunk.run(id, number, bytes);
    },
    insert({ id, account, mime_type, sha256, size_bytes, filename, created_ms }) {
      insert.run(id, account, mime_type, sha256, size_bytes, filename, created_ms);
    },
    readChunk(id, number) {
      const bytes = chunk.get(id, number)?.bytes;
      return bytes instanceof Uint8Array ? bytes : null;
    },
    remove: removeFile,
    shrink(account, mostBytes) {
      for (const { id } of beyond.all(account, mostBytes)) removeFile(String(id));
    },
    removeAll(account) {
      clearChunks.run(account);
      clear.run(account);
    },
    dropOrphans() {
      orphans.run();
    },
  };
}
