import { csvFile } from '@parley/contract/csv';
import type { CustomField } from '@parley/contract/types';

function exampleOf({ type, choices }: Pick<CustomField, 'type' | 'choices'>, user: number): string {
  if (type === 'number') return String(12 + user);
  if (type === 'date') return `2027-0${user + 3}-14`;
  if (type === 'yes_no') return user === 0 ? 'yes' : 'no';
  return type === 'choice' ? (choices[user % Math.max(choices.length, 1)] ?? '') : '';
}

/** A template to fill in: built-in columns and custom fields, with two example contacts. */
export function sampleFile(fields: readonly Pick<CustomField, 'name' | 'type' | 'choices'>[]): string {
  const contacts = [
    ['+447700900118', 'Amara Okafor', 'Newsletter, Trade', '2026-11-02', 'Signed at the counter'],
    ['+33639984107', 'Camille Moreau', 'Newsletter', '', ''],
  ];
  return csvFile([
    ['Phone number', 'Name', 'Lists', 'Opted in at', 'Opt-in source', ...fields.map(({ name }) => name)],
    ...contacts.map((row, index) => [...row, ...fields.map((field) => exampleOf(field, index))]),
  ]);
}
