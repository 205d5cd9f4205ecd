import type { Contact } from '@parley/contract/types';
import type { ApiCall } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { ContactChange, ContactEntry, Refusal } from './outgoing.ts';
import type { LiveStore } from './store.ts';

type Sender = { api: ApiCall; store: Pick<LiveStore, 'putRows'> };
/** Two members who change one contact in the same moment hardly do it more often. */
const tries = 3;

/**
 * Writes a change that waited on the device, once: what is there already is not written again, and what someone else
 * changed meanwhile stays. Lists are put together instead.
 * @returns `contact_changed` with the value that is there now as its message, `note_gone`; null when it is done, or the contact is gone
 * @throws ApiError, NetworkError
 */
export async function sendContactChange(
  sender: Sender,
  contactId: string,
  { id, body }: Pick<ContactEntry, 'id' | 'body'>,
): Promise<Refusal | null> {
  const params = { id: contactId };
  try {
    if (body.part === 'note') {
      await sender.api('POST /api/contacts/{id}/notes', { params, body: { id, body: body.value } });
      return null;
    }
    if (body.part === 'note_edit') return await changeNote(sender, contactId, body);
    for (let left = tries; ; left--) {
      const contact = await read(sender, contactId);
      if (isDone(contact, body)) return null;
      const refusal = conflictIn(contact, body);
      if (refusal !== null) return refusal;
      try {
        await write(sender, contact, body);
        await read(sender, contactId);
        return null;
      } catch (error) {
        if (left === 1 || !(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
      }
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}

type NoteEdit = Extract<ContactChange, { part: 'note_edit' }>;
type Fact = Exclude<ContactChange, { part: 'note' } | NoteEdit>;

async function changeNote({ api }: Sender, id: string, { note: note_id, value, before }: NoteEdit) {
  const { data: notes } = await api('GET /api/contacts/{id}/notes', { params: { id }, query: { limit: 200 } });
  const now = notes.find((note) => note.id === note_id);
  if (now === undefined) return { code: 'note_gone', message: '' };
  if (now.body === value) return null;
  if (now.body !== before) return { code: 'contact_changed', message: now.body };
  await api('PUT /api/contacts/{id}/notes/{note_id}', { params: { id, note_id }, body: { body: value } });
  return null;
}

async function read({ api, store }: Sender, id: string): Promise<Contact> {
  const contact = await api('GET /api/contacts/{id}', { params: { id } });
  store.putRows('contacts', [contact]);
  return contact;
}

function textOf(contact: Contact, change: Exclude<Fact, { part: 'lists' }>): string {
  if (change.part === 'name') return contact.name;
  if (change.part === 'opt_in') return contact.opted_in_at ?? '';
  return Object.hasOwn(contact.custom_fields, change.field) ? (contact.custom_fields[change.field] ?? '') : '';
}

function isDone(contact: Contact, change: Fact): boolean {
  // The first opt-in counts.
  if (change.part === 'opt_in') return (contact.opted_in_at !== null) === (change.value !== '');
  if (change.part !== 'lists') return textOf(contact, change) === change.value;
  const next = listsWith(contact, change);
  return next.length === contact.contact_list_ids.length && next.every((id) => contact.contact_list_ids.includes(id));
}

function conflictIn(contact: Contact, change: Fact): Refusal | null {
  if (change.part === 'lists') return null;
  const now = textOf(contact, change);
  return now === change.before ? null : { code: 'contact_changed', message: now };
}

/** What was taken out and added on this device, applied to the lists of now. */
function listsWith(contact: Contact, { value, before }: Extract<Fact, { part: 'lists' }>): string[] {
  const kept = contact.contact_list_ids.filter((id) => value.includes(id) || !before.includes(id));
  return [...new Set([...kept, ...value.filter((id) => !before.includes(id))])];
}

async function write({ api }: Sender, contact: Contact, change: Fact): Promise<void> {
  const params = { id: contact.id };
  if (change.part === 'name') {
    await api('PUT /api/contacts/{id}', { params, body: { name: change.value, version: contact.version } });
  } else if (change.part === 'opt_in') {
    const optIn = change.value === '' ? { opted_in_at: null, opt_in_source: null } : { opted_in_at: change.value };
    await api('PUT /api/contacts/{id}', { params, body: { ...optIn, version: contact.version } });
  } else if (change.part === 'lists') {
    const body = { contact_list_ids: listsWith(contact, change) };
    await api('POST /api/contacts/{id}/reset-contact-lists', { params, body });
  } else {
    const { field: name, value } = change;
    const operation = value.trim() === '' ? 'REMOVE' : 'SET';
    const body = { id: contact.id, operation, name, ...(operation === 'SET' && { value }) };
    await api('POST /api/contacts/{id}/modify-custom-field', { params, body });
  }
}
