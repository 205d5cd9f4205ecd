import { z } from 'zod';
import { id, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import {
  bulkBody,
  bulkJob,
  changeContactBody,
  changeContactNoteBody,
  changeFieldBody,
  changeListBody,
  changeSegmentBody,
  contact,
  contactActivity,
  contactCampaign,
  contactIds,
  contactList,
  contactNote,
  contactRow,
  contactTotal,
  createContactBody,
  createContactNoteBody,
  createFieldBody,
  createListBody,
  createSegmentBody,
  customField,
  fieldUse,
  filterParameter,
  modifyCustomFieldBody,
  phoneNumbers,
  restoreBody,
  segment,
  sortParameter,
  suppressBody,
  suppression,
  trashedContact,
} from './schema.ts';

const byId = z.strictObject({ id: pathId });
const nothing = z.undefined();
const idAnswer = z.strictObject({ id });
const which = {
  search: z.string().max(200).optional(),
  filter: filterParameter.optional(),
  contact_list_id: id.optional(),
};
const read = { access: 'User', scope: 'contacts:read' } as const;
const edit = { access: 'User', permission: 'contacts.edit', scope: 'contacts:write' } as const;
const remove = { access: 'User', permission: 'contacts.delete', scope: 'contacts:write' } as const;
const manageFields = { access: 'Admin', permission: 'custom_fields.manage', scope: 'contacts:write' } as const;

export const contactsRoutes = defineRoutes({
  // ---- contacts ----
  'GET /api/contacts': {
    ...read,
    summary: 'Contacts, by a sort, a filter and a fragment.',
    query: z.strictObject({
      ...pageQuery.shape,
      cursor: z.string().max(2_000).optional(),
      ...which,
      sort: sortParameter.optional(),
    }),
    responses: { 200: page(contactRow) },
  },
  'GET /api/contacts/count': {
    ...read,
    summary:
      'How many contacts there are; sandbox contacts are counted separately. `exact` is false when counting was stopped.',
    query: z.strictObject(which),
    responses: { 200: contactTotal },
  },
  'GET /api/contacts/multi': {
    ...read,
    summary: 'Contacts by up to 100 phone numbers; only those that exist.',
    query: z.strictObject({ phone_number: phoneNumbers }),
    responses: { 200: z.array(contact) },
  },
  'GET /api/contacts/{id}': { ...read, summary: 'One contact.', params: byId, responses: { 200: contact } },
  'POST /api/contacts': {
    ...edit,
    idempotencyKey: true,
    summary: 'Adds a contact.',
    body: createContactBody,
    responses: { 200: idAnswer, 201: idAnswer },
  },
  'PUT /api/contacts/{id}': {
    ...edit,
    summary: 'Changes a contact; what is left out stays.',
    params: byId,
    body: changeContactBody,
    responses: { 200: idAnswer },
  },
  'POST /api/contacts/{id}/reset-contact-lists': {
    ...edit,
    summary: 'Puts a contact into exactly these lists.',
    params: byId,
    body: z.strictObject({ contact_list_ids: z.array(id).max(200) }),
    responses: { 200: idAnswer },
  },
  'POST /api/contacts/{id}/modify-custom-field': {
    ...edit,
    summary: 'Sets or removes one custom field of a contact.',
    params: byId,
    body: modifyCustomFieldBody,
    responses: { 200: idAnswer },
  },
  'DELETE /api/contacts': {
    audit: 'contacts.all_deleted',
    access: 'User',
    permission: 'contacts.delete_all',
    scope: 'contacts:write',
    summary: 'Moves all contacts to the trash, in the background.',
    /** The account's name, typed by a member to confirm; any other name deletes nothing. */
    body: z.strictObject({ account_name: z.string().max(300).optional() }),
    responses: { 202: z.strictObject({ job_id: id }) },
  },
  // Removing from a list is not a deletion: the handler checks the permission when it is one.
  'DELETE /api/contacts/multi': {
    audit: 'contacts.removed',
    ...edit,
    summary: 'Takes contacts out of a list, or without one moves them to the trash.',
    body: z.strictObject({ ids: contactIds, contact_list_id: id.nullable().optional() }),
    responses: { 200: z.strictObject({ count: z.number().int() }) },
  },
  'DELETE /api/contacts/{id}': {
    audit: 'contacts.removed',
    ...edit,
    summary: 'Takes a contact out of a list, or without one moves it to the trash.',
    params: byId,
    query: z.strictObject({ contact_list_id: id.optional() }),
    responses: { 204: nothing },
  },
  'GET /api/contacts/trash': {
    ...read,
    summary: 'Deleted contacts that can come back, latest first.',
    query: pageQuery,
    responses: { 200: page(trashedContact) },
  },
  'POST /api/contacts/restore': {
    audit: 'contacts.restored',
    ...remove,
    summary: 'Brings contacts back from the trash, some or a whole deletion.',
    body: restoreBody,
    responses: { 200: z.strictObject({ count: z.number().int() }), 202: z.strictObject({ job_id: id }) },
  },

  // ---- bulk operations ----
  'POST /api/contacts/bulk': {
    audit: 'contacts.bulk_started',
    ...edit,
    idempotencyKey: true,
    summary: 'Changes many contacts, in the background.',
    body: bulkBody,
    responses: { 202: bulkJob },
  },
  'GET /api/contacts/bulk': {
    ...read,
    summary: 'Bulk operations of the last day, latest first.',
    responses: { 200: z.strictObject({ data: z.array(bulkJob) }) },
  },
  'GET /api/contacts/bulk/{id}': {
    ...read,
    summary: 'Progress of a bulk operation.',
    params: byId,
    responses: { 200: bulkJob },
  },
  'POST /api/contacts/bulk/{id}/cancel': {
    audit: 'contacts.bulk_cancelled',
    ...edit,
    summary: 'Stops a bulk operation.',
    params: byId,
    responses: { 200: bulkJob },
  },

  // ---- notes, activity, suppressions ----
  'GET /api/contacts/{id}/notes': {
    ...read,
    summary: 'Notes on a contact, latest first.',
    params: byId,
    query: pageQuery,
    responses: { 200: page(contactNote) },
  },
  'POST /api/contacts/{id}/notes': {
    ...edit,
    idempotencyKey: true,
    summary: 'Adds a note to a contact.',
    params: byId,
    body: createContactNoteBody,
    responses: { 200: contactNote, 201: contactNote },
  },
  'PUT /api/contacts/{id}/notes/{note_id}': {
    ...edit,
    summary: 'Changes a note.',
    params: z.strictObject({ id: pathId, note_id: pathId }),
    body: changeContactNoteBody,
    responses: { 200: contactNote },
  },
  'DELETE /api/contacts/{id}/notes/{note_id}': {
    ...edit,
    summary: 'Removes a note.',
    params: z.strictObject({ id: pathId, note_id: pathId }),
    responses: { 204: nothing },
  },
  'GET /api/contacts/{id}/activity': {
    ...read,
    summary: 'What was done with a contact, latest first.',
    params: byId,
    query: pageQuery,
    responses: { 200: page(contactActivity) },
  },
  'GET /api/contacts/{id}/campaigns': {
    ...read,
    summary: 'Broadcasts that a contact was sent, latest first.',
    params: byId,
    query: pageQuery,
    responses: { 200: page(contactCampaign) },
  },
  'GET /api/contacts/{id}/suppressions': {
    ...read,
    summary: 'Why a contact is not to be written to.',
    params: byId,
    responses: { 200: z.strictObject({ data: z.array(suppression) }) },
  },
  'PUT /api/contacts/{id}/suppression': {
    ...edit,
    summary: 'Marks a contact by hand as not to be written to.',
    params: byId,
    body: suppressBody,
    responses: { 200: z.strictObject({ data: z.array(suppression) }) },
  },
  'DELETE /api/contacts/{id}/suppression': {
    ...edit,
    summary: 'Takes back every reason not to write that the account may take back.',
    params: byId,
    responses: { 200: z.strictObject({ data: z.array(suppression) }) },
  },

  // ---- lists ----
  'GET /api/contact-lists': { ...read, summary: 'All lists, by name.', responses: { 200: z.array(contactList) } },
  'POST /api/contact-lists': {
    ...edit,
    idempotencyKey: true,
    summary: 'Makes a list.',
    body: createListBody,
    responses: { 200: contactList, 201: contactList },
  },
  'PUT /api/contact-lists/{id}': {
    ...edit,
    summary: 'Renames or recolours a list.',
    params: byId,
    body: changeListBody,
    responses: { 200: contactList },
  },
  'DELETE /api/contact-lists/{id}': {
    ...edit,
    summary: 'Deletes a list: `del_contacts` true with the contacts in it, `only_here` with those in no other list.',
    params: byId,
    query: z.strictObject({ del_contacts: z.enum(['true', 'false', 'only_here']).default('false') }),
    responses: { 204: nothing },
  },
  'GET /api/contact-lists/{id}/sample-contacts': {
    ...read,
    summary: 'Up to five contacts of a list; with `missing` those first that lack a value.',
    params: byId,
    query: z.strictObject({ missing: z.union([z.string(), z.array(z.string())]).optional() }),
    responses: { 200: z.array(contact) },
  },

  // ---- custom fields ----
  'GET /api/custom-fields': {
    ...read,
    summary: 'The account’s own fields, in order.',
    responses: { 200: z.strictObject({ data: z.array(customField) }) },
  },
  'GET /api/custom-fields/uses': {
    ...manageFields,
    scope: 'contacts:read',
    summary: 'Segments, shared saved replies, unsent broadcasts, automations and incoming webhooks that use a field.',
    responses: {
      200: z.strictObject({ data: z.array(z.strictObject({ name: z.string(), uses: z.array(fieldUse) })) }),
    },
  },
  'POST /api/custom-fields': {
    ...edit,
    summary: 'Adds a field.',
    body: createFieldBody,
    responses: { 200: customField, 201: customField },
  },
  'PUT /api/custom-fields/order': {
    audit: 'contacts.field_order_changed',
    ...manageFields,
    summary: 'Puts the fields in an order.',
    body: z.strictObject({ names: z.array(z.string().max(60)).max(500) }),
    responses: { 200: z.strictObject({ data: z.array(customField) }) },
  },
  'PUT /api/custom-fields/{name}': {
    ...manageFields,
    summary: 'Renames, types, hides or shows a field; every use follows.',
    params: z.strictObject({ name: z.string().min(1).max(60) }),
    body: changeFieldBody,
    responses: { 200: customField },
  },
  'DELETE /api/custom-fields/{name}': {
    ...manageFields,
    summary: 'Deletes a field and, in the background, its values.',
    params: z.strictObject({ name: z.string().min(1).max(60) }),
    responses: { 204: nothing },
  },

  // ---- segments ----
  'GET /api/segments': {
    ...read,
    summary: 'Saved filters, by name.',
    responses: { 200: z.strictObject({ data: z.array(segment) }) },
  },
  'POST /api/segments': {
    ...edit,
    idempotencyKey: true,
    summary: 'Saves a filter under a name.',
    body: createSegmentBody,
    responses: { 200: segment, 201: segment },
  },
  'PUT /api/segments/{id}': {
    ...edit,
    summary: 'Changes a saved filter.',
    params: byId,
    body: changeSegmentBody,
    responses: { 200: segment },
  },
  'DELETE /api/segments/{id}': {
    ...edit,
    summary: 'Removes a saved filter.',
    params: byId,
    responses: { 204: nothing },
  },
});
