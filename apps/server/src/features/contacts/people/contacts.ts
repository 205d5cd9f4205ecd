import { nameKey } from '@parley/contract/names';
import { phoneMatchKey } from '@parley/contract/phone-forms';
import { parsePhone } from '@parley/contract/phone-number';
import { said } from '@parley/contract/said';
import type { ChangeContactBody, CreateContactBody } from '@parley/contract/types';
import { type AccountActor, type Call, mediumOf } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid, pgCode } from '../../../platform/errors.ts';
import { callId, hashRequest } from '../../../platform/http/idempotency.ts';
import { missingField } from '../../../platform/http/missing-field.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import { addChanges } from '../../sync/public.ts';
import { isContactVisible, visibilityOf } from '../../team/public.ts';
import { resolveFields } from '../fields/fields.ts';
import { findLists, resetLists } from '../lists/list-repo.ts';
import { recordActivity } from '../query/activity-repo.ts';
import { listFieldRows, setFieldOf } from '../query/field-repo.ts';
import { ensureContacts, identityKey } from './ensure-contacts-repo.ts';
import { claimIdentity, releasePhone } from './identity-repo.ts';
import { type ContactPatch, type LockedContact, lockContacts, touchContacts, updateContact } from './repo.ts';

export function contactNotFound(): AppError {
  return new AppError('not_found', { message: 'This contact was not found.' });
}

/** The number is taken. The other contact is named only to members who see it. */
async function contactExists(tx: TenantTx, actor: AccountActor, id: string): Promise<AppError> {
  const msg = 'Another contact has this phone number.';
  const named = (await isContactVisible(tx, visibilityOf(actor), id)) ? { id } : {};
  return new AppError('contact_exists', { message: msg, data: [{ field: 'phone_number', msg, ...named }] });
}

/** @throws AppError('validation_failed') for a list that the account does not have */
async function checkLists(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = new Set((await findLists(tx, ids)).map(({ id }) => id));
  if (ids.some((id) => !found.has(id))) throw invalid('contact_list_ids', 'One of these lists was not found.');
}

/**
 * Rejects calls by number for members whose numbers are masked: the response would reveal whether a contact has the
 * number.
 * @throws AppError('forbidden')
 */
export function requireVisibleNumbers(actor: AccountActor, act: string): void {
  if (!visibilityOf(actor).masked) return;
  throw new AppError('forbidden', { message: `Phone numbers are hidden for you, so you can't ${act}.` });
}

async function digitsOf(tx: TenantTx, input: string): Promise<string> {
  const { country } = await getNameAndCountry(tx, tx.clientId);
  const digits = parsePhone(input, country);
  if (digits === null) throw invalid('phone_number', 'This is not a phone number.');
  return digits;
}

/**
 * Creates a contact. A repeated request returns the same contact.
 * @throws AppError forbidden, contact_exists with the other's id, id_conflict, validation_failed
 */
export async function createContact(
  platform: Platform,
  call: Call<AccountActor>,
  body: CreateContactBody,
): Promise<{ id: string; created: boolean }> {
  const { actor } = call;
  requireVisibleNumbers(actor, said('add contacts by them'));
  const id = callId(call, 'POST /api/contacts', body.id);
  const { id: _id, ...content } = body;
  const requestHash = hashRequest(content);
  const made = await platform.db
    .withTenant(actor.clientId, async (tx) => {
      const again = await findRepeated(tx, id, requestHash);
      return again ?? insertContact(tx, actor, id, body, requestHash);
    })
    .catch((error: unknown) => {
      // The id belongs to a contact that was created at the same time.
      if (pgCode(error) === '23505') throw idConflict();
      throw error;
    });
  platform.notifier.notify('changes_new', actor.clientId);
  return made;
}

function idConflict(): AppError {
  return new AppError('id_conflict', { message: 'Another contact has this id.' });
}

async function findRepeated(
  tx: TenantTx,
  id: string,
  requestHash: Buffer,
): Promise<{ id: string; created: boolean } | null> {
  const [there] = await lockContacts(tx, [id]);
  if (there === undefined) return null;
  if (there.request_hash?.equals(requestHash) === true) return { id, created: false };
  throw idConflict();
}

async function insertContact(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  body: CreateContactBody,
  requestHash: Buffer,
): Promise<{ id: string; created: boolean }> {
  const digits = await digitsOf(tx, body.phone_number);
  const lists = body.contact_list_ids ?? [];
  await checkLists(tx, lists);
  const customFields = await resolveFields(tx, body.custom_fields ?? {});
  const contact = {
    clientId: tx.clientId,
    kind: 'phone' as const,
    key: phoneMatchKey(digits),
    value: digits,
    name: body.name ?? '',
    username: null,
    other: null,
    sandbox: body.sandbox === true,
  };
  const { contactIds, changes } = await ensureContacts(tx, [contact], () => id);
  const contactId = contactIds.get(identityKey(contact)) ?? id;
  // Neither created nor restored by this call, so another contact has the number.
  if (changes.length === 0)
    return (
      (contactId === id ? await findRepeated(tx, id, requestHash) : null) ??
      fail(await contactExists(tx, actor, contactId))
    );
  const version = await updateContact(tx, contactId, {
    ...changeOf(body),
    phoneNumber: digits,
    customFields,
    origin: mediumOf(actor),
    createdBy: actor.author,
    requestHash,
  });
  await resetLists(tx, contactId, lists);
  await recordActivity(tx, actor.author, 'created', [contactId]);
  await addChanges(tx, [{ collection: 'contacts', id: contactId, marker: 'NEW', version }]);
  return { id: contactId, created: true };
}

function fail(error: AppError): never {
  throw error;
}

function changeOf(body: Pick<ChangeContactBody, 'name' | 'opted_in_at' | 'opt_in_source'>): ContactPatch {
  return { name: body.name, optedInAt: body.opted_in_at, optInSource: body.opt_in_source };
}

/** Locks a contact that the actor can see. @throws AppError('not_found') */
export async function lockVisibleContact(tx: TenantTx, actor: AccountActor, id: string): Promise<LockedContact> {
  const [row] = isUuid(id) ? await lockContacts(tx, [id]) : [];
  if (row === undefined || row.deleted_at !== null) throw contactNotFound();
  if (!(await isContactVisible(tx, visibilityOf(actor), row.id))) throw contactNotFound();
  return row;
}

/**
 * Updates a contact; absent properties stay unchanged.
 * @throws AppError not_found, forbidden, contact_exists, version_conflict, validation_failed
 */
export async function updateContactFields(
  platform: Platform,
  actor: AccountActor,
  id: string,
  body: ChangeContactBody,
): Promise<void> {
  if (body.phone_number !== undefined) requireVisibleNumbers(actor, said('change them'));
  await platform.db.withTenant(actor.clientId, async (tx) => {
    const row = await lockVisibleContact(tx, actor, id);
    if (body.id !== undefined && body.id !== id) throw invalid('id', 'This is not the id in the address.');
    if (body.version !== undefined && body.version !== row.version) {
      throw new AppError('version_conflict', {
        message: 'Someone else changed this contact. Reload it and try again.',
      });
    }
    const lists = body.contact_list_ids;
    if (lists !== undefined) await checkLists(tx, lists);
    const customFields =
      body.custom_fields === undefined ? undefined : await replacedFields(tx, row, body.custom_fields);
    const phoneNumber =
      body.phone_number === undefined ? undefined : await movePhone(tx, actor, row, body.phone_number);
    const version = await updateContact(tx, row.id, { ...changeOf(body), phoneNumber, customFields });
    if (lists !== undefined) await resetLists(tx, row.id, lists);
    await recordActivity(tx, actor.author, 'changed', [row.id], {
      fields: Object.keys(body).filter((name) => name !== 'id' && name !== 'version'),
    });
    await addChanges(tx, [{ collection: 'contacts', id: row.id, marker: 'MODIFIED', version }]);
  });
  platform.notifier.notify('changes_new', actor.clientId);
}

/** The new custom fields. Values of hidden fields stay, because clients do not see them and cannot send them back. */
async function replacedFields(
  tx: TenantTx,
  row: LockedContact,
  values: Record<string, string>,
): Promise<Record<string, string>> {
  const given = await resolveFields(tx, values);
  const hidden = (await listFieldRows(tx)).filter((field) => field.hidden).map(({ no }) => String(no));
  const kept = Object.entries(row.custom_fields).filter(([no]) => hidden.includes(no));
  return { ...Object.fromEntries(kept), ...given };
}

async function movePhone(tx: TenantTx, actor: AccountActor, row: LockedContact, input: string): Promise<string> {
  const digits = await digitsOf(tx, input);
  if (digits === row.phone_number) return digits;
  const key = phoneMatchKey(digits);
  const holder = await claimIdentity(tx, row.id, { kind: 'phone', key, value: digits });
  if (holder !== null) throw await contactExists(tx, actor, holder);
  const before = row.phone_number === null ? null : phoneMatchKey(row.phone_number);
  if (before !== null && before !== key) await releasePhone(tx, row.id, before);
  return digits;
}

/** Replaces the lists of a contact. */
export async function replaceLists(
  platform: Platform,
  actor: AccountActor,
  id: string,
  listIds: readonly string[],
): Promise<void> {
  await platform.db.withTenant(actor.clientId, async (tx) => {
    const row = await lockVisibleContact(tx, actor, id);
    await checkLists(tx, listIds);
    await resetLists(tx, row.id, listIds);
    const changed = await touchContacts(tx, [row.id]);
    await recordActivity(tx, actor.author, 'lists', [row.id], { contact_list_ids: listIds });
    await addChanges(
      tx,
      changed.map((one) => ({ collection: 'contacts' as const, marker: 'MODIFIED' as const, ...one })),
    );
  });
  platform.notifier.notify('changes_new', actor.clientId);
}

/** `REMOVE` clears a field, any other operation sets it; a new name becomes a custom field of the account. */
export async function modifyField(
  platform: Platform,
  actor: AccountActor,
  id: string,
  body: { id: string; operation: string; name: string; value?: string | null | undefined },
): Promise<void> {
  const removes = body.operation === 'REMOVE';
  const { value } = body;
  await platform.db.withTenant(actor.clientId, async (tx) => {
    const row = await lockVisibleContact(tx, actor, id);
    if (body.id !== id) throw invalid('id', 'This is not the id in the address.');
    if (!removes && (value === undefined || value === null)) throw missingField('value');
    const changes: Array<{ id: string; version: number }> = [];
    if (removes) {
      const field = (await listFieldRows(tx)).find(({ name }) => nameKey(name) === nameKey(body.name));
      if (field !== undefined) changes.push(...(await setFieldOf(tx, [row.id], field.no, null)));
    } else {
      const [no, fitted] = Object.entries(await resolveFields(tx, { [body.name]: value ?? '' }))[0] ?? [];
      changes.push(...(await setFieldOf(tx, [row.id], Number(no), fitted ?? '')));
    }
    if (changes.length === 0) return;
    await recordActivity(tx, actor.author, 'field', [row.id], { name: body.name, removed: removes });
    await addChanges(
      tx,
      changes.map((one) => ({ collection: 'contacts' as const, marker: 'MODIFIED' as const, ...one })),
    );
  });
  platform.notifier.notify('changes_new', actor.clientId);
}
