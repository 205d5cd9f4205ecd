import type { HistoryImport } from '@parley/contract/types';
import type { FileRow } from '../read/rows.ts';
import type { CallTool } from './call.ts';

type Shown = NonNullable<HistoryImport['source']>;

/** Where reading continues, as the tool's reader understands it. */
export type Cursor = Record<string, unknown>;

/** What is stored about the tool that an import reads. */
export type ImportSource = Omit<Shown, 'waiting_until'> & {
  /** Its id of the account. */
  account_id: string;
  /** Null: all is read. */
  cursor: Cursor | null;
  /** Rows that were read: the number of the last one. */
  rows: number;
  /** Calls in a row without an answer. */
  silent: number;
  waiting_until: string | null;
};

/** The account that a key opens. */
export type FoundAccount = Pick<ImportSource, 'url' | 'account' | 'account_id' | 'inboxes'>;

/** What was read at a time. */
export type ReadPart = {
  rows: FileRow[];
  cursor: Cursor | null;
  /** Conversations that were read to their end. */
  conversations: number;
};

/** A tool whose conversations are fetched by its API. */
export type Tool = {
  name: string;
  /** Where it is; null: every customer of it has their own. */
  url: string | null;
  /** An address as its customers have it, where they have their own. */
  example?: string;
  /** Between two calls. */
  paceMs: number;
  headers(key: string): Record<string, string>;
  /** @throws ToolProblem for an address or a key that does not open an account */
  findAccount(call: CallTool, url: string): Promise<FoundAccount>;
  first: Cursor;
  /** How addresses of files begin that the key opens; by default the address of a file alone opens it. */
  filesAt?(source: ImportSource): string;
  /** Reads on from a cursor; what one reader knows is kept between its parts. */
  reader(call: CallTool, source: ImportSource): (cursor: Cursor, no: number) => Promise<ReadPart>;
};
