import type { TenantTx } from '../../platform/db/sql.ts';
import { newId } from '../../platform/ids.ts';
import { addChanges } from '../sync/public.ts';
import { hashOf } from './contacts.ts';
import { joinLists, listsNamed } from './import/contact-repo.ts';
import { insertList } from './list-repo.ts';
import { ensurePeople, personKey } from './people-repo.ts';
import { phoneMatchKey } from './phone-number.ts';
import { deleteSandboxPeople } from './sandbox-people-repo.ts';

/** The list all made-up people are in, so that something can be sent to them. */
const listName = 'Sandbox people';

/** Keeps made-up people as contacts of the sandbox and of its list; those who are there already stay as they are. */
export async function keepSandboxPeople(
  tx: TenantTx,
  people: ReadonlyArray<{ phone_number: string; name: string }>,
): Promise<void> {
  const { clientId } = tx;
  const persons = people.map(({ phone_number, name }) => {
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
  const { contactIds } = await ensurePeople(tx, persons, newId);
  const list_id = await sandboxList(tx);
  const members = persons.flatMap((person) => {
    const contact_id = contactIds.get(personKey(person));
    return contact_id === undefined ? [] : [{ list_id, contact_id }];
  });
  await joinLists(tx, members);
  await tellEverybody(tx);
}

async function sandboxList(tx: TenantTx): Promise<string> {
  const there = (await listsNamed(tx, [listName.toLowerCase()])).get(listName.toLowerCase());
  if (there !== undefined) return there;
  const id = newId();
  await insertList(tx, { id, name: listName, color: null, requestHash: hashOf({ sandbox: listName }) });
  await addChanges(tx, [{ collection: 'contact_lists', id, marker: 'NEW', version: 1 }]);
  return id;
}

/**
 * Deletes contacts of the sandbox who have no conversation left.
 * @returns how many; 0: all are gone
 */
export async function removeSandboxPeople(tx: TenantTx, limit: number): Promise<number> {
  const removed = await deleteSandboxPeople(tx, limit);
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
