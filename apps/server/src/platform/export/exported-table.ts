import type { TenantTx } from '../db/sql.ts';

/** How the rows of a table are exported: with all columns, except for `without`. */
export type ExportedTable = {
  /** Columns whose values stay in the installation, with the SQL value that an import gives them. */
  without?: Readonly<Record<string, string>>;
  /** The rows that are exported, as SQL about `r`; default all. */
  where?: string;
  /** The rows of an account, as SQL about `r` and `:account`; default by `client_id`. */
  ofAccount?: string;
};

/** By the names of the tables, in the order of the file; a text is the reason why a table is not exported. */
export type ExportedTables = Readonly<Record<string, ExportedTable | string>>;

/** Columns that a sequence numbers, by sequence. */
export type NumberedColumns = Readonly<Record<string, { table: string; column: string }>>;

/** An entry of the archive beside the rows. */
export type ExtraEntry = { name: string; sizeBytes: number; content: AsyncIterable<Buffer> };

/** A page for readers, with the number of rows that are on it. */
export type ExtraPage = { name: string; content: Buffer; rows: number };

/** What an archive has beside the rows. */
export type ExtraContents = {
  /** Texts that are made of the rows at the same moment. */
  texts: ReadonlyArray<{ name: string; lines(tx: TenantTx): AsyncIterable<string> }>;
  /** Pages of the same moment, and the collection whose rows are on them. */
  pages: { collection: string; entries(tx: TenantTx): AsyncIterable<ExtraPage> };
  /** The collection whose rows have files, and the entries of one row. */
  files: { collection: string; entriesOf(clientId: string, line: string): AsyncIterable<ExtraEntry> };
};

/** Stores the entries that are no rows; what came before a failure is removed again. */
export type FileLoader = {
  /** Must read the whole content, also of an entry that it does not store. */
  load(clientId: string, entry: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** The number of stored files. */
  count(): number;
  removeAll(): Promise<void>;
};
