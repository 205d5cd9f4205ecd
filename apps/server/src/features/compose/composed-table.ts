import type { ComposedRow } from '@parley/contract/types';
import type { TableRows } from '../../platform/table-file/table-file.ts';

/** Some of the messages, and what their writers are called, by id. */
type Page = { rows: ComposedRow[]; authors: ReadonlyMap<string, string>; next: string | null };

const columns = ['Time', 'Name', 'Number', 'Channel', 'Message', 'Template', 'Status', 'Problem', 'By', 'Origin', 'Id'];
const statusWords: Readonly<Record<ComposedRow['status'], string>> = {
  [-1]: 'failed',
  0: 'queued',
  1: 'sent',
  2: 'delivered',
  3: 'read',
  4: 'played',
};

/** Composed messages, latest first. The first page is read before the file begins. */
export async function composedTable(
  channels: ReadonlyMap<string, string>,
  readPage: (cursor?: string) => Promise<Page>,
): Promise<TableRows> {
  const first = await readPage();
  async function* rows(): AsyncGenerator<string[][]> {
    yield [columns];
    for (let page = first; ; page = await readPage(page.next)) {
      yield page.rows.map((row) => cellsOf(row, channels, page.authors));
      if (page.next === null) return;
    }
  }
  return rows();
}

function cellsOf(
  row: ComposedRow,
  channels: ReadonlyMap<string, string>,
  authors: ReadonlyMap<string, string>,
): string[] {
  const { contact, template, send_state: state } = row;
  const number = row.to ?? contact.phone_number;
  const display = template?.['display'] as { body?: string } | undefined;
  return [
    row.created_at,
    contact.name,
    number === null ? (contact.phone_masked ?? contact.username ?? '') : `+${number}`,
    channels.get(row.channel_id) ?? '',
    row.text?.body ?? display?.body ?? '',
    typeof template?.['name'] === 'string' ? template['name'] : '',
    state === 'unknown' || state === 'held' || state === 'discarded' || state === 'scheduled'
      ? state
      : statusWords[row.status],
    row.error?.message ?? row.held_reason ?? '',
    authors.get(row.created_by) ?? row.created_by,
    row.medium,
    row.id,
  ];
}
