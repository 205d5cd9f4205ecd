import type { Contact, MergeBody } from '@parley/contract/types';
import { fieldValue } from './field-value.ts';

/** A value that differs among the contacts to be merged. */
export type Difference = {
  /** `name`, `phone_number`, `username`, or `custom:<name>`. */
  key: string;
  /** Each value once, with the first contact that has it. */
  values: { contactId: string; value: string }[];
};

const own = ['name', 'phone_number', 'username'] as const;

/** The values that differ, for the member to choose from. */
export function differencesOf(contacts: readonly Contact[]): Difference[] {
  const fields = [...new Set(contacts.flatMap((contact) => Object.keys(contact.custom_fields)))].sort();
  const asked = [
    ...own.map((key) => ({ key: key as string, read: (contact: Contact) => shown(contact, key) })),
    ...fields.map((name) => ({
      key: `custom:${name}`,
      read: (contact: Contact) => fieldValue(contact.custom_fields, name),
    })),
  ];
  return asked.flatMap(({ key, read }) => {
    const values: Difference['values'] = [];
    for (const contact of contacts) {
      const value = read(contact);
      if (value !== '' && !values.some((one) => one.value === value)) values.push({ contactId: contact.id, value });
    }
    return values.length > 1 ? [{ key, values }] : [];
  });
}

function shown(contact: Contact, key: (typeof own)[number]): string {
  return (key === 'phone_number' ? (contact.phone_number ?? contact.phone_masked) : contact[key]) ?? '';
}

/** The contact whose value is kept: the chosen one, else the one that remains, else the first. */
export function chosenContactId(
  difference: Difference,
  staysId: string,
  choices: Readonly<Record<string, string>>,
): string {
  const ids = difference.values.map(({ contactId }) => contactId);
  const chosen = choices[difference.key];
  if (chosen !== undefined && ids.includes(chosen)) return chosen;
  return ids.includes(staysId) ? staysId : (ids[0] ?? staysId);
}

/** The choices as the API takes them. */
export function chooseBody(
  differences: readonly Difference[],
  staysId: string,
  choices: Readonly<Record<string, string>>,
): NonNullable<MergeBody['choose']> {
  const custom: Record<string, string> = {};
  const choose: NonNullable<MergeBody['choose']> = {};
  for (const difference of differences) {
    const id = chosenContactId(difference, staysId, choices);
    if (difference.key.startsWith('custom:')) custom[difference.key.slice('custom:'.length)] = id;
    else if (difference.key === 'name') choose.name = id;
    else if (difference.key === 'phone_number') choose.phone_number = id;
    else choose.username = id;
  }
  return Object.keys(custom).length === 0 ? choose : { ...choose, custom_fields: custom };
}
