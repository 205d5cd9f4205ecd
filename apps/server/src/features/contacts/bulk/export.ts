import type { Contact } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type TableFormat, type TableRows, tableText } from '../../../platform/table-file/table-file.ts';
import { visibilityOf } from '../../team/public.ts';
import { joinListNames } from '../lists/list-cell.ts';
import { listLists } from '../lists/list-repo.ts';
import { contactsInOrder } from '../people/present.ts';
import { type FieldRow, listFieldRows } from '../query/field-repo.ts';
import { type ContactSelection, contextWithoutFields } from '../query/selection-repo.ts';
import { scanContactIds } from '../query/table-repo.ts';
import { visibilityScopeOf } from '../query/visibility-scope.ts';
import { tableContextOf } from './bulk.ts';

const batchSize = 1_000;
const firstId = '00000000-0000-0000-0000-000000000000';
/** For the data export of an account. */
const asCsv: TableFormat = { format: 'csv', delimiter: ',' };
const ownColumns = ['Phone number', 'Name', 'Lists', 'Opted in at', 'Opt-in source', 'Opted out at', 'Created at'];

/** The custom fields of a file in order, and list names by id. */
export async function readExportColumns(tx: TenantTx): Promise<{ fields: FieldRow[]; lists: Map<string, string> }> {
  return {
    fields: (await listFieldRows(tx)).filter(({ hidden }) => !hidden),
    lists: new Map((await listLists(tx)).map(({ id, name }) => [id, name])),
  };
}

/** The head of a file, which an import recognizes. */
export function headOf(fields: readonly string[]): string[] {
  return [...ownColumns, ...fields];
}

/** @param contact presented for the viewer @param fields names, in the order of the head */
export function cellsOf(contact: Contact, fields: readonly string[], lists: ReadonlyMap<string, string>): string[] {
  return [
    contact.phone_number === null ? (contact.phone_masked ?? '') : `+${contact.phone_number}`,
    contact.name,
    joinListNames(contact.contact_list_ids.flatMap((id) => lists.get(id) ?? []).sort()),
    contact.opted_in_at ?? '',
    contact.opt_in_source ?? '',
    contact.opted_out_at ?? '',
    contact.created_at,
    ...fields.map((name) => contact.custom_fields[name] ?? ''),
  ];
}

/** Contacts in the order of ids. Reads a thousand at a time, each in its state at that moment. */
export async function exportContacts(
  platform: Platform,
  actor: AccountActor,
  wanted: ContactSelection,
): Promise<TableRows> {
  const { withTenant } = platform.db;
  const view = visibilityOf(actor);
  const which = { ...wanted, assignee: visibilityScopeOf(actor), real: true };
  // The first page is read before the response starts, so an invalid filter is still a 400.
  const page = (after: string) =>
    withTenant(
      actor.clientId,
      async (tx) =>
        contactsInOrder(tx, await scanContactIds(tx, await tableContextOf(tx, actor), which, after, batchSize)),
      { readOnly: true },
    );
  const first = await page(firstId);
  const { fields, lists } = await withTenant(actor.clientId, readExportColumns, { readOnly: true });
  const names = fields.map(({ name }) => name);
  async function* rows(): AsyncGenerator<string[][]> {
    yield [headOf(names)];
    for (let contacts = first; contacts.length > 0; contacts = await page(contacts.at(-1)?.id ?? '')) {
      yield contacts.map((contact) => cellsOf(view.contact(contact), names, lists));
      if (contacts.length < batchSize) return;
    }
  }
  return rows();
}

/** All contacts of an account, without those of the sandbox, as CSV in the order of ids. */
export async function* contactsAsCsv(tx: TenantTx): AsyncGenerator<string> {
  const { fields, lists } = await readExportColumns(tx);
  const names = fields.map(({ name }) => name);
  yield tableText(asCsv, [headOf(names)], 0);
  for (let after = firstId; ; ) {
    const ids = await scanContactIds(tx, contextWithoutFields, { real: true }, after, batchSize);
    const contacts = await contactsInOrder(tx, ids);
    const rows = contacts.map((contact) => cellsOf(contact, names, lists));
    yield tableText(asCsv, rows, 1);
    const last = ids.at(-1);
    if (last === undefined || ids.length < batchSize) return;
    after = last;
  }
}
