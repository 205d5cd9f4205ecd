import { decodeTimeCursor, type TimePosition } from '../../platform/http/cursor.ts';
import type { TableRows } from '../../platform/table-file/table-file.ts';
import type { AuditRow } from './audit-repo.ts';

const columns = ['Time', 'Action', 'Member', 'Member id', 'Target', 'IP address', 'Request', 'Changes', 'Details'];

/** Events, newest first. The first page is read before the file begins. @param pageSize rows of a full page */
export async function auditTable(
  names: ReadonlyMap<string, string>,
  readPage: (before: TimePosition) => Promise<AuditRow[]>,
  pageSize: number,
): Promise<TableRows> {
  const first = await readPage(decodeTimeCursor(undefined));
  async function* table(): AsyncGenerator<string[][]> {
    yield [columns];
    for (let rows = first; ; ) {
      yield rows.map((row) => cellsOf(row, names));
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) return;
      rows = await readPage({ at: last.at, id: last.id });
    }
  }
  return table();
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
