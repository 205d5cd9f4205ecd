import { isObject, type JsonObject, readList, readName, readObject } from './fields.ts';

/** One page of a list; `after` asks for the next one, null at the end. */
export type GraphPage<Row> = { rows: Row[]; after: string | null };

export type PageRequest = {
  /** Rows per page; Graph's default when missing. */
  limit?: number;
  after?: string | null;
};

/** Cursors are opaque and short; a longer one is invalid. */
const MAX_CURSOR_LENGTH = 4_096;

/**
 * @param readRow returns null for an invalid element, which is left out
 * @returns null when the response is not a list
 */
export function readPage<Row>(body: JsonObject, readRow: (row: JsonObject) => Row | null): GraphPage<Row> | null {
  if (!Array.isArray(body.data)) return null;
  const rows = readList(body, 'data').flatMap((entry) => (isObject(entry) ? (readRow(entry) ?? []) : []));
  const paging = readObject(body, 'paging');
  // The last page has a cursor too; only `next` means that there is more.
  const cursors = paging !== null && typeof paging.next === 'string' ? readObject(paging, 'cursors') : null;
  return { rows, after: cursors && readName(cursors, 'after', MAX_CURSOR_LENGTH) };
}

/** `?a=b&c=d` of the given parameters, or ''. */
export function queryOf(parameters: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) given.append(name, String(value));
  }
  return given.size === 0 ? '' : `?${given}`;
}

export function pageQuery({ limit, after }: PageRequest): { limit?: number; after?: string } {
  return { ...(limit === undefined ? {} : { limit }), ...(after == null ? {} : { after }) };
}

export function readSuccess(body: JsonObject): true | null {
  return body.success === true ? true : null;
}
