import { Readable } from 'node:stream';
import type { Contact } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { csvLine } from '../../../platform/http/csv.ts';
import type { Platform } from '../../../platform/platform.ts';
import { visibilityOf } from '../../team/public.ts';
import { type FieldRow, listFieldRows } from '../fields/field-repo.ts';
import { listLists } from '../lists/list-repo.ts';
import { contactsInOrder } from '../present.ts';
import { type ContactSelection, contextWithoutFields } from '../query/selection-repo.ts';
import { scanContactIds } from '../query/table-repo.ts';
import { visibilityScopeOf } from '../query/visibility-scope.ts';
import { tableContextOf } from './bulk.ts';

const batchSize = 1_000;
const firstId = '00000000-0000-0000-0000-000000000000';
/** Byte order mark: spreadsheets read the file as UTF-8. */
const mark = '\uFEFF';
const ownColumns = ['Phone number', 'Name', 'Lists', 'Opted in at', 'Opt-in source', 'Opted out at', 'Created at'];

/** The custom fields of a file in order, and list names by id. */
export async function readExportColumns(tx: TenantTx): Promise<{ fields: FieldRow[]; lists: Map<string, string> }> {
  return {
    fields: (await listFieldRows(tx)).filter(({ hidden }) => !hidden),
    lists: new Map((await listLists(tx)).map(({ id, name }) => [id, name])),
  };
}

/** The header line of a file. */
export function headerLine(fields: readonly string[]): string {
  return mark + csvLine([...ownColumns, ...fields]);
}

/** @param contact presented for the viewer @param fields names, in the order of the header */
export function contactLine(contact: Contact, fields: readonly string[], lists: ReadonlyMap<string, string>): string {
  return csvLine([
    contact.phone_number === null ? (contact.phone_masked ?? '') : `+${contact.phone_number}`,
    contact.name,
    contact.contact_list_ids
      .flatMap((id) => lists.get(id) ?? [])
      .sort()
      .join(','),
    contact.opted_in_at ?? '',
    contact.opt_in_source ?? '',
    contact.opted_out_at ?? '',
    contact.created_at,
    ...fields.map((name) => contact.custom_fields[name] ?? ''),
  ]);
}

/**
 * Contacts as CSV in the order of ids, with headers that an import recognizes. Reads a thousand at a time, each in
 * its state at that moment.
 */
export async function exportContacts(
  platform: Platform,
  actor: AccountActor,
  wanted: ContactSelection,
): Promise<Readable> {
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
  async function* lines(): AsyncGenerator<string> {
    yield headerLine(names);
    for (let contacts = first; contacts.length > 0; contacts = await page(contacts.at(-1)?.id ?? '')) {
      yield contacts.map((contact) => contactLine(view.contact(contact), names, lists)).join('');
      if (contacts.length < batchSize) return;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}

/** All contacts of an account, without those of the sandbox, as CSV in the order of ids. */
export async function* contactsAsCsv(tx: TenantTx): AsyncGenerator<string> {
  const { fields, lists } = await readExportColumns(tx);
  const names = fields.map(({ name }) => name);
  yield headerLine(names);
  for (let after = firstId; ; ) {
    const ids = await scanContactIds(tx, contextWithoutFields, { real: true }, after, batchSize);
    const contacts = await contactsInOrder(tx, ids);
    yield contacts.map((contact) => contactLine(contact, names, lists)).join('');
    const last = ids.at(-1);
    if (last === undefined || ids.length < batchSize) return;
    after = last;
  }
}
