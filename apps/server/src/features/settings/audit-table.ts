import { Readable } from 'node:stream';
import { csvByteOrderMark, csvLine } from '../../platform/http/csv.ts';
import { decodeTimeCursor, type TimePosition } from '../../platform/http/cursor.ts';
import type { AuditRow } from './audit-repo.ts';

const columns = ['Time', 'Action', 'Member', 'Member id', 'Target', 'IP address', 'Request', 'Changes', 'Details'];

/** Events as CSV, newest first. The first page is read before the file begins. @param pageSize rows of a full page */
export async function auditTable(
  names: ReadonlyMap<string, string>,
  readPage: (before: TimePosition) => Promise<AuditRow[]>,
  pageSize: number,
): Promise<Readable> {
  const first = await readPage(decodeTimeCursor(undefined));
  async function* lines(): AsyncGenerator<string> {
    yield csvByteOrderMark + csvLine(columns);
    for (let rows = first; ; ) {
      yield rows.map((row) => csvLine(cellsOf(row, names))).join('');
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) return;
      rows = await readPage({ at: last.at, id: last.id });
    }
  }
  return Readable.from(lines(), { objectMode: false });
}

function cellsOf(row: AuditRow, names: ReadonlyMap<string, string>): string[] {
  const { changes = [], ...rest } = row.detail ?? {};
  return [
    row.at.toISOString(),
    row.action,
    names.get(row.actor) ?? '',
    row.actor,
    row.target ?? '',
    row.ip ?? '',
    row.request_id ?? '',
    changes.map(({ field, from, to }) => `${field}: ${valueText(from)} → ${valueText(to)}`).join('; '),
    Object.keys(rest).length === 0 ? '' : JSON.stringify(rest),
  ];
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
