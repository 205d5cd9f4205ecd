import { phoneMatchKey } from '@parley/contract/phone-forms';
import { parsePhone } from '@parley/contract/phone-number';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import { addChanges } from '../../sync/public.ts';
import { resolveFields } from '../fields/fields.ts';
import { findLists } from '../lists/list-repo.ts';
import { recordActivity } from '../query/activity-repo.ts';
import { changeContactLists } from './change-contact.ts';
import { ensureContacts, identityKey } from './ensure-contacts-repo.ts';
import { findContacts, lockContacts, updateContact } from './repo.ts';

/** A contact as another system names it. Null and absent values stay as they are. */
export type ReceivedContact = {
  /** The number as written, and the field of the caller's data that has it. */
  phoneNumber: { input: string; field: string };
  name: string | null;
  customFields: Record<string, string>;
  listIds: readonly string[];
  sandbox: boolean;
};

export type SavedContact = { id: string; created: boolean; name: string; phone_number: string };

/**
 * Creates or updates the contact with a number, in the caller's transaction.
 * @throws AppError validation_failed
 */
export async function saveReceivedContact(tx: TenantTx, given: ReceivedContact, author: string): Promise<SavedContact> {
  const { country } = await getNameAndCountry(tx, tx.clientId);
  const digits = parsePhone(given.phoneNumber.input, country);
  if (digits === null) throw invalid(given.phoneNumber.field, 'This is not a phone number.');
  const lists = await findLists(tx, given.listIds);
  if (lists.length !== new Set(given.listIds).size) {
    throw invalid('contact.contact_list_ids', 'One of these lists was not found.');
  }
  const fields = await resolveFields(tx, given.customFields);
  const contact = {
    ...{ clientId: tx.clientId, kind: 'phone' as const, key: phoneMatchKey(digits), value: digits },
    ...{ name: given.name ?? '', username: null, other: null },
    ...(given.sandbox && { sandbox: true }),
  };
  const { contactIds, changes } = await ensureContacts(tx, [contact], newId);
  const id = contactIds.get(identityKey(contact)) ?? '';
  const created = changes.some((change) => change.id === id && change.marker === 'NEW');
  const [before] = await lockContacts(tx, [id]);
  if (before === undefined) throw new Error('a contact that was ensured is missing');
  const customFields = { ...before.custom_fields, ...fields };
  const isChanged =
    created ||
    (given.name !== null && given.name !== before.name) ||
    JSON.stringify(customFields) !== JSON.stringify(before.custom_fields);
  if (isChanged || changes.length > 0) {
    const version = await updateContact(tx, id, {
      name: given.name ?? undefined,
      customFields,
      ...(created && { origin: 'WEBHOOK' as const, createdBy: author }),
    });
    const changed = [...(given.name === null ? [] : ['name']), ...Object.keys(given.customFields)];
    await recordActivity(tx, author, created ? 'created' : 'changed', [id], created ? {} : { fields: changed });
    await addChanges(tx, [{ collection: 'contacts', id, marker: created ? 'NEW' : 'MODIFIED', version }]);
  }
  if (given.listIds.length > 0) await changeContactLists(tx, id, { add: given.listIds, remove: [] }, author);
  const [row] = await findContacts(tx, [id]);
  return { id, created, name: row?.name ?? '', phone_number: row?.phone_number ?? digits };
}
