import type { ChangeContactBody, Contact, CreateContactBody } from '@parley/contract/types';
import { dayOf } from '../../../platform/date-format.ts';

/** The values of a contact's form. */
export type ContactDraft = {
  /** E.164 digits without plus; null while the text is not a possible number. */
  digits: string | null;
  /** As typed. */
  typed: string;
  name: string;
  lists: readonly string[];
  fields: Readonly<Record<string, string>>;
  /** The day of the opt-in (YYYY-MM-DD), or null. */
  optedIn: string | null;
  source: string;
};

export const emptyDraft: ContactDraft = {
  digits: null,
  typed: '',
  name: '',
  lists: [],
  fields: {},
  optedIn: null,
  source: '',
};

export function draftOf(contact: Contact): ContactDraft {
  const { phone_number: digits, opted_in_at: optedIn } = contact;
  return {
    digits,
    typed: digits === null ? '' : `+${digits}`,
    name: contact.name,
    lists: contact.contact_list_ids,
    fields: contact.custom_fields,
    optedIn: optedIn === null ? null : dayOf(new Date(optedIn)),
    source: contact.opt_in_source ?? '',
  };
}

export function today(): string {
  return dayOf(new Date());
}

/** A time on this day in the time zone shown: noon UTC, or midnight UTC where noon is already the next day. */
function momentOf(day: string): string {
  const noon = new Date(`${day}T12:00:00Z`);
  return (dayOf(noon) === day ? noon : new Date(`${day}T00:00:00Z`)).toISOString();
}

const parts = ['phone', 'name', 'lists', 'optedIn', 'source'] as const;
/** A part of a draft that can change on its own; custom fields by name. */
export type DraftPart = (typeof parts)[number] | `field:${string}`;

export function partValue(draft: ContactDraft, part: DraftPart): string {
  if (part.startsWith('field:')) return draft.fields[part.slice('field:'.length)] ?? '';
  switch (part) {
    case 'phone':
      return draft.digits ?? draft.typed;
    case 'lists':
      return [...draft.lists].sort().join(' ');
    case 'optedIn':
      return draft.optedIn ?? '';
    case 'source':
      return draft.source.trim();
    default:
      return draft.name.trim();
  }
}

function partsOf(...drafts: ContactDraft[]): DraftPart[] {
  const names = new Set(drafts.flatMap(({ fields }) => Object.keys(fields)));
  return [...parts, ...[...names].map((name): DraftPart => `field:${name}`)];
}

export function changedParts(before: ContactDraft, after: ContactDraft): DraftPart[] {
  return partsOf(before, after).filter((part) => partValue(before, part) !== partValue(after, part));
}

/**
 * What a form without edits shows after a contact was read or changed. A custom field that gets a new name changes the
 * contact without a new version.
 * @returns null when it shows that already, or something newer
 */
export function newerDraft(
  shown: { draft: ContactDraft; version: number },
  contact: Contact,
): { draft: ContactDraft; version: number } | null {
  if (contact.version < shown.version) return null;
  const draft = draftOf(contact);
  if (contact.version === shown.version && changedParts(shown.draft, draft).length === 0) return null;
  return { draft, version: contact.version };
}

/** A draft with one part of another draft. */
export function withPart(draft: ContactDraft, part: DraftPart, from: ContactDraft): ContactDraft {
  if (part.startsWith('field:')) {
    const name = part.slice('field:'.length);
    const { [name]: _gone, ...rest } = draft.fields;
    const value = from.fields[name];
    return { ...draft, fields: value === undefined ? rest : { ...rest, [name]: value } };
  }
  switch (part) {
    case 'phone':
      return { ...draft, digits: from.digits, typed: from.typed };
    case 'lists':
      return { ...draft, lists: from.lists };
    case 'optedIn':
      return { ...draft, optedIn: from.optedIn };
    case 'source':
      return { ...draft, source: from.source };
    default:
      return { ...draft, name: from.name };
  }
}

/**
 * Merges two concurrent edits. Parts that only one changed take that value; parts that both changed differently are
 * conflicts, and stay as in `mine` until the member decides.
 */
export function mergeDrafts(
  basis: ContactDraft,
  mine: ContactDraft,
  theirs: ContactDraft,
): { merged: ContactDraft; conflicts: DraftPart[] } {
  const touched = new Set(changedParts(basis, mine));
  let merged = mine;
  const conflicts: DraftPart[] = [];
  for (const part of changedParts(basis, theirs)) {
    if (!touched.has(part)) merged = withPart(merged, part, theirs);
    else if (partValue(mine, part) !== partValue(theirs, part)) conflicts.push(part);
  }
  return { merged, conflicts };
}

function filled(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''));
}

export function createBodyOf(id: string, draft: ContactDraft): CreateContactBody {
  return {
    id,
    phone_number: `+${draft.digits}`,
    name: draft.name.trim(),
    contact_list_ids: [...draft.lists],
    custom_fields: filled(draft.fields),
    ...(draft.optedIn !== null && { opted_in_at: momentOf(draft.optedIn) }),
    ...(draft.optedIn !== null && draft.source.trim() !== '' && { opt_in_source: draft.source.trim() }),
  };
}

/** Only the changed parts, and the version they are based on. */
export function changeBodyOf(basis: ContactDraft, draft: ContactDraft, version: number): ChangeContactBody {
  const changed = changedParts(basis, draft);
  const has = (part: DraftPart) => changed.includes(part);
  return {
    version,
    ...(has('phone') && { phone_number: `+${draft.digits}` }),
    ...(has('name') && { name: draft.name.trim() }),
    ...(has('lists') && { contact_list_ids: [...draft.lists] }),
    ...(changed.some((part) => part.startsWith('field:')) && { custom_fields: filled(draft.fields) }),
    ...(has('optedIn') && { opted_in_at: draft.optedIn === null ? null : momentOf(draft.optedIn) }),
    ...((has('source') || has('optedIn')) && {
      opt_in_source: draft.optedIn === null ? null : draft.source.trim() || null,
    }),
  };
}

/** The part of the form that a server's field belongs to; other errors are shown above the form. */
export function partOfServerField(field: string): DraftPart | null {
  if (field.startsWith('custom_fields.')) return `field:${field.slice('custom_fields.'.length)}`;
  const known: Record<string, DraftPart> = {
    contact_list_ids: 'lists',
    name: 'name',
    opt_in_source: 'source',
    opted_in_at: 'optedIn',
    phone_number: 'phone',
  };
  return known[field] ?? null;
}
