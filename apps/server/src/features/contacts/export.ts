import { Readable } from 'node:stream';
import type { Contact } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Platform } from '../../platform/platform.ts';
import { visibilityOf } from '../team/public.ts';
import { assigneeOf, contextOf } from './bulk.ts';
import { csvLine } from './csv.ts';
import { type FieldRow, listFieldRows } from './field-repo.ts';
import { listLists } from './list-repo.ts';
import { contactsInOrder } from './present.ts';
import { walkContactIds } from './table-repo.ts';
import type { Which } from './which-repo.ts';

const atOnce = 1_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';
/** Says to table programs that what follows is UTF-8. */
const mark = '\uFEFF';
const ownColumns = ['Phone number', 'Name', 'Lists', 'Opted in at', 'Opt-in source', 'Opted out at', 'Created at'];

/** The fields that stand in a file, in order, and the names of lists by their ids. */
export async function sheetOf(tx: TenantTx): Promise<{ fields: FieldRow[]; lists: Map<string, string> }> {
  return {
    fields: (await listFieldRows(tx)).filter(({ hidden }) => !hidden),
    lists: new Map((await listLists(tx)).map(({ id, name }) => [id, name])),
  };
}

/** The first line of a file. */
export function headOf(fields: readonly string[]): string {
  return mark + csvLine([...ownColumns, ...fields]);
}

/** @param contact as the reader may see it @param fields names, in the order of the head */
export function lineOf(contact: Contact, fields: readonly string[], lists: ReadonlyMap<string, string>): string {
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
 * Contacts as CSV, in the order of ids, under the names that an import takes back. Read a thousand at a time: who is
 * changed meanwhile stands there as they are when it is their turn.
 */
export async function exportContacts(platform: Platform, actor: AccountActor, wanted: Which): Promise<Readable> {
  const { withTenant } = platform.db;
  const view = visibilityOf(actor);
  const which = { ...wanted, assignee: assigneeOf(actor), real: true };
  // A filter that cannot be is told before the file begins.
  const page = (after: string) =>
    withTenant(
      actor.clientId,
      async (tx) => contactsInOrder(tx, await walkContactIds(tx, await contextOf(tx, actor), which, after, atOnce)),
      { readOnly: true },
    );
  const first = await page(beforeAll);
  const { fields, lists } = await withTenant(actor.clientId, sheetOf, { readOnly: true });
  const names = fields.map(({ name }) => name);
  async function* lines(): AsyncGenerator<string> {
    yield headOf(names);
    for (let contacts = first; contacts.length > 0; contacts = await page(contacts.at(-1)?.id ?? '')) {
      yield contacts.map((contact) => lineOf(view.contact(contact), names, lists)).join('');
      if (contacts.length < atOnce) return;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
