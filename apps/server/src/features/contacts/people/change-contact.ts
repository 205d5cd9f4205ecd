import type { Executor, TenantTx } from '../../../platform/db/sql.ts';
import { addChanges } from '../../sync/public.ts';
import { resolveFields } from '../fields/fields.ts';
import { addToLists, removeFromLists } from '../lists/list-repo.ts';
import { recordActivity } from '../query/activity-repo.ts';
import { setFieldOf } from '../query/field-repo.ts';
import { lockContacts, touchContacts } from './repo.ts';
import { setSuppression } from './suppression-repo.ts';

/*
 * Changes of one contact by automations, in their transaction: each writes its activity and its changes of the feed.
 */

/** @throws AppError validation_failed for a value that does not fit the field, and for a reserved name */
export async function setContactField(
  tx: TenantTx,
  contactId: string,
  { name, value }: { name: string; value: string },
  author: string,
): Promise<void> {
  const [no, fitted] = Object.entries(await resolveFields(tx, { [name]: value }))[0] ?? [];
  const changed = await setFieldOf(tx, [contactId], Number(no), fitted ?? '');
  if (changed.length === 0) return;
  await recordActivity(tx, author, 'field', [contactId], { name, removed: false });
  await publish(tx, changed);
}

export async function changeContactLists(
  tx: TenantTx,
  contactId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
  author: string,
): Promise<void> {
  await lockContacts(tx, [contactId]);
  const left = remove.length === 0 ? [] : await removeFromLists(tx, remove, [contactId]);
  const joined = add.length === 0 ? [] : await addToLists(tx, add, [contactId]);
  if (left.length + joined.length === 0) return;
  await recordActivity(tx, author, 'changed', [contactId], { fields: ['contact_list_ids'] });
  await publish(tx, await touchContacts(tx, [contactId]));
}

/** A customer asked by keyword for no more marketing, or for marketing again. */
export async function setKeywordOptOut(
  tx: TenantTx,
  contactId: string,
  change: KeywordOptOut,
  author: string,
): Promise<void> {
  const version = await recordKeywordOptOut(tx, tx.clientId, contactId, change, author);
  if (version !== null) await publish(tx, [{ id: contactId, version }]);
}

export type KeywordOptOut = { active: boolean; detail: string; at: Date };

/** The same where the caller publishes the change. @returns the contact's new version; null when a later one is stored */
export async function recordKeywordOptOut(
  tx: Executor,
  clientId: string,
  contactId: string,
  { active, detail, at }: KeywordOptOut,
  author: string,
): Promise<number | null> {
  const version = await setSuppression(tx, { clientId, contactId, source: 'keyword', active, detail, at });
  if (version === null) return null;
  const account = { clientId, run: tx.run.bind(tx) };
  await recordActivity(account, author, active ? 'opted_out' : 'opted_in_again', [contactId]);
  return version;
}

async function publish(tx: TenantTx, rows: readonly { id: string; version: number }[]): Promise<void> {
  await addChanges(
    tx,
    rows.map((one) => ({ collection: 'contacts' as const, marker: 'MODIFIED' as const, ...one })),
  );
}
