import { nameKey } from '@parley/contract/names';
import { phoneMatchKey } from '@parley/contract/phone-forms';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { hashRequest } from '../../../platform/http/idempotency.ts';
import { newId } from '../../../platform/ids.ts';
import { addChanges } from '../../sync/public.ts';
import { addMemberships, findListsByName, insertList } from '../lists/list-repo.ts';
import { ensureContacts, identityKey } from './ensure-contacts-repo.ts';
import { deleteSandboxContactBatch } from './sandbox-contacts-repo.ts';

/** The list of all sandbox contacts, so that a broadcast can be sent to them. */
const listName = 'Sandbox contacts';

/** Creates sandbox contacts in the sandbox list; existing ones stay unchanged. */
export async function ensureSandboxContacts(
  tx: TenantTx,
  contacts: ReadonlyArray<{ phone_number: string; name: string }>,
): Promise<void> {
  const { clientId } = tx;
  const inputs = contacts.map(({ phone_number, name }) => {
    const key = phoneMatchKey(phone_number);
    return {
      clientId,
      kind: 'phone' as const,
      key,
      value: phone_number,
      name,
      username: null,
      other: null,
      sandbox: true,
    };
  });
  const { contactIds } = await ensureContacts(tx, inputs, newId);
  const list_id = await sandboxList(tx);
  const members = inputs.flatMap((input) => {
    const contact_id = contactIds.get(identityKey(input));
    return contact_id === undefined ? [] : [{ list_id, contact_id }];
  });
  await addMemberships(tx, members);
  await tellEverybody(tx);
}

async function sandboxList(tx: TenantTx): Promise<string> {
  const there = (await findListsByName(tx, [nameKey(listName)])).get(nameKey(listName));
  if (there !== undefined) return there;
  const id = newId();
  await insertList(tx, { id, name: listName, color: null, requestHash: hashRequest({ sandbox: listName }) });
  await addChanges(tx, [{ collection: 'contact_lists', id, marker: 'NEW', version: 1 }]);
  return id;
}

/**
 * Deletes sandbox contacts without a conversation.
 * @returns the number of deleted contacts; 0: none is left
 */
export async function deleteSandboxContacts(tx: TenantTx, limit: number): Promise<number> {
  const removed = await deleteSandboxContactBatch(tx, limit);
  if (removed > 0) await tellEverybody(tx);
  return removed;
}

async function tellEverybody(tx: TenantTx): Promise<void> {
  const many = { id: '*', marker: 'MODIFIED' as const, version: Date.now() };
  await addChanges(tx, [
    { collection: 'contacts' as const, ...many },
    { collection: 'contact_lists' as const, ...many },
  ]);
}
