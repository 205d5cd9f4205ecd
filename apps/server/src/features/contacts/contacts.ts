import { createHash } from 'node:crypto';
import type { ChangeContactBody, Contact, CreateContactBody } from '@parley/contract/types';
import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid, pgCode } from '../../platform/errors.ts';
import { idFromKey, isUuid, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { seesContact, visibilityOf } from '../team/public.ts';
import { noteActivity } from './activity-repo.ts';
import { listFieldRows, setFieldOf } from './field-repo.ts';
import { resolveFields } from './fields.ts';
import { claimIdentity, releasePhone } from './identity-repo.ts';
import { findLists, resetLists } from './list-repo.ts';
import { ensurePeople, personKey } from './people-repo.ts';
import { parsePhone, phoneMatchKey } from './phone-number.ts';
import {
  type ContactChange,
  type LockedContact,
  lockContacts,
  readAccount,
  touchContacts,
  updateContact,
} from './repo.ts';

/** Fingerprint of what a caller asked for: the same id with other content is a conflict. */
export function hashOf(body: object): Buffer {
  return createHash('sha256').update(JSON.stringify(body)).digest();
}

/** The id of what a call makes: its own, the one its Idempotency-Key stands for, or a new one. */
export function idOf(call: Call<AccountActor>, route: string, given: string | undefined): string {
  if (given !== undefined) return given;
  const { actor, idempotencyKey } = call;
  return idempotencyKey === undefined ? newId() : idFromKey(actor.clientId, actor.author, route, idempotencyKey);
}

export function notFound(): AppError {
  return new AppError('not_found', { message: 'This contact was not found.' });
}

function originOf(actor: AccountActor): Contact['origin'] {
  return actor.kind === 'key' ? 'API' : 'WEB_APP';
}

function held(id: string): AppError {
  const msg = 'Another contact has this phone number.';
  return new AppError('contact_exists', { message: msg, data: [{ field: 'phone_number', msg, id }] });
}

/** @throws AppError('validation_failed') for a list that the account does not have */
async function checkLists(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = new Set((await findLists(tx, ids)).map(({ id }) => id));
  if (ids.some((id) => !found.has(id))) throw invalid('contact_list_ids', 'One of these lists was not found.');
}

async function digitsOf(tx: TenantTx, input: string): Promise<string> {
  const { country } = await readAccount(tx);
  const digits = parsePhone(input, country);
  if (digits === null) throw invalid('phone_number', 'This is not a phone number.');
  return digits;
}

/**
 * Adds a contact; the same call again answers the same.
 * @throws AppError contact_exists with the other's id, id_conflict, validation_failed
 */
export async function createContact(
  platform: Platform,
  call: Call<AccountActor>,
  body: CreateContactBody,
): Promise<{ id: string; created: boolean }> {
  const { actor } = call;
  const id = idOf(call, 'POST /api/contacts', body.id);
  const { id: _id, ...content } = body;
  const requestHash = hashOf(content);
  const made = await platform.db
    .withTenant(actor.clientId, async (tx) => {
      const again = await repeated(tx, id, requestHash);
      return again ?? insertContact(tx, actor, id, body, requestHash);
    })
    .catch((error: unknown) => {
      // The id belongs to a contact that was made at the same time.
      if (pgCode(error) === '23505') throw idConflict();
      throw error;
    });
  platform.signal.hint('changes_new', actor.clientId);
  return made;
}

function idConflict(): AppError {
  return new AppError('id_conflict', { message: 'Another contact has this id.' });
}

async function repeated(
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
  const person = {
    clientId: tx.clientId,
    kind: 'phone' as const,
    key: phoneMatchKey(digits),
    value: digits,
    name: body.name ?? '',
    username: null,
    other: null,
    sandbox: false,
  };
  const { contactIds, changes } = await ensurePeople(tx, [person], () => id);
  const contactId = contactIds.get(personKey(person)) ?? id;
  // Not made and not come back from the trash by this call: somebody has the number.
  if (changes.length === 0)
    return (contactId === id ? await repeated(tx, id, requestHash) : null) ?? fail(held(contactId));
  const version = await updateContact(tx, contactId, {
    ...changeOf(body),
    phoneNumber: digits,
    customFields,
    origin: originOf(actor),
    createdBy: actor.author,
    requestHash,
  });
  await resetLists(tx, contactId, lists);
  await noteActivity(tx, actor.author, 'created', [contactId]);
  await addChanges(tx, [{ collection: 'contacts', id: contactId, marker: 'NEW', version }]);
  return { id: contactId, created: true };
}

function fail(error: AppError): never {
  throw error;
}

function changeOf(body: Pick<ChangeContactBody, 'name' | 'opted_in_at' | 'opt_in_source'>): ContactChange {
  return { name: body.name, optedInAt: body.opted_in_at, optInSource: body.opt_in_source };
}

/** A contact that the actor sees, held until commit. @throws AppError('not_found') */
export async function heldContact(tx: TenantTx, actor: AccountActor, id: string): Promise<LockedContact> {
  const [row] = isUuid(id) ? await lockContacts(tx, [id]) : [];
  if (row === undefined || row.deleted_at !== null) throw notFound();
  if (!(await seesContact(tx, visibilityOf(actor), row.id))) throw notFound();
  return row;
}

/**
 * Changes a contact; what is left out stays.
 * @throws AppError not_found, contact_exists, version_conflict, validation_failed
 */
export async function changeContact(
  platform: Platform,
  actor: AccountActor,
  id: string,
  body: ChangeContactBody,
): Promise<void> {
  await platform.db.withTenant(actor.clientId, async (tx) => {
    const row = await heldContact(tx, actor, id);
    if (body.id !== undefined && body.id !== id) throw invalid('id', 'This is not the id in the address.');
    if (body.version !== undefined && body.version !== row.version) {
      throw new AppError('version_conflict', { message: 'Somebody changed this contact meanwhile.' });
    }
    const lists = body.contact_list_ids;
    if (lists !== undefined) await checkLists(tx, lists);
    const customFields =
      body.custom_fields === undefined ? undefined : await replacedFields(tx, row, body.custom_fields);
    const phoneNumber = body.phone_number === undefined ? undefined : await movePhone(tx, row, body.phone_number);
    const version = await updateContact(tx, row.id, { ...changeOf(body), phoneNumber, customFields });
    if (lists !== undefined) await resetLists(tx, row.id, lists);
    await noteActivity(tx, actor.author, 'changed', [row.id], {
      fields: Object.keys(body).filter((name) => name !== 'id' && name !== 'version'),
    });
    await addChanges(tx, [{ collection: 'contacts', id: row.id, marker: 'MODIFIED', version }]);
  });
  platform.signal.hint('changes_new', actor.clientId);
}

/** The new map; values of hidden fields stay, because nobody saw them to send them back. */
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

async function movePhone(tx: TenantTx, row: LockedContact, input: string): Promise<string> {
  const digits = await digitsOf(tx, input);
  if (digits === row.phone_number) return digits;
  const key = phoneMatchKey(digits);
  const holder = await claimIdentity(tx, row.id, { kind: 'phone', key, value: digits });
  if (holder !== null) throw held(holder);
  const before = row.phone_number === null ? null : phoneMatchKey(row.phone_number);
  if (before !== null && before !== key) await releasePhone(tx, row.id, before);
  return digits;
}

/** Puts a contact into exactly these lists. */
export async function setLists(
  platform: Platform,
  actor: AccountActor,
  id: string,
  listIds: readonly string[],
): Promise<void> {
  await platform.db.withTenant(actor.clientId, async (tx) => {
    const row = await heldContact(tx, actor, id);
    await checkLists(tx, listIds);
    await resetLists(tx, row.id, listIds);
    const changed = await touchContacts(tx, [row.id]);
    await noteActivity(tx, actor.author, 'lists', [row.id], { contact_list_ids: listIds });
    await addChanges(
      tx,
      changed.map((one) => ({ collection: 'contacts' as const, marker: 'MODIFIED' as const, ...one })),
    );
  });
  platform.signal.hint('changes_new', actor.clientId);
}

/** `REMOVE` takes a field away, any other word sets it, adding a new name to the account. */
export async function modifyField(
  platform: Platform,
  actor: AccountActor,
  id: string,
  body: { id: string; operation: string; name: string; value?: string | null | undefined },
): Promise<void> {
  const removes = body.operation === 'REMOVE';
  const { value } = body;
  await platform.db.withTenant(actor.clientId, async (tx) => {
    const row = await heldContact(tx, actor, id);
    if (body.id !== id) throw invalid('id', 'This is not the id in the address.');
    if (!removes && (value === undefined || value === null)) throw invalid('value', 'This is needed.');
    const changes: Array<{ id: string; version: number }> = [];
    if (removes) {
      const field = (await listFieldRows(tx)).find(({ name }) => name.toLowerCase() === body.name.toLowerCase());
      if (field !== undefined) changes.push(...(await setFieldOf(tx, [row.id], field.no, null)));
    } else {
      const [no, fitted] = Object.entries(await resolveFields(tx, { [body.name]: value ?? '' }))[0] ?? [];
      changes.push(...(await setFieldOf(tx, [row.id], Number(no), fitted ?? '')));
    }
    if (changes.length === 0) return;
    await noteActivity(tx, actor.author, 'field', [row.id], { name: body.name, removed: removes });
    await addChanges(
      tx,
      changes.map((one) => ({ collection: 'contacts' as const, marker: 'MODIFIED' as const, ...one })),
    );
  });
  platform.signal.hint('changes_new', actor.clientId);
}
