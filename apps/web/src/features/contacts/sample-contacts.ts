import type { ContactList, ContactRow, CustomField } from '@parley/contract/types';

const at = '2026-11-20T09:00:00.000Z';

/** Lists, fields and people for the gallery. */
export const sampleLists: ContactList[] = (
  [
    ['Service plan', 'blue', 4213],
    ['E-bikes', 'green', 2870],
    ['Newsletter', null, 9122],
    ['Trade customers', 'orange', 148],
    ['زبائن الورشة', 'pink', 54],
  ] as const
).map(([name, color, member_count], n) => ({
  id: `01890000-0000-7000-8000-0000000000b${n}`,
  name,
  color,
  member_count,
  version: 1,
}));

export const sampleFields: CustomField[] = [
  { name: 'Bike', type: 'text', choices: [], hidden: false, used_by: 312, used_in_segments: 0, version: 1 },
  { name: 'Plan until', type: 'date', choices: [], hidden: false, used_by: 64, used_in_segments: 2, version: 1 },
  {
    name: 'Branch',
    type: 'choice',
    choices: ['Harbour Road', 'Station'],
    hidden: true,
    used_by: 1,
    used_in_segments: 1,
    version: 1,
  },
];

export function sampleContact(part: Partial<ContactRow> = {}): ContactRow {
  return {
    id: '01890000-0000-7000-8000-0000000000e1',
    phone_number: '447700900118',
    user_id: null,
    username: null,
    name: 'Amara Okafor',
    contact_list_ids: sampleLists.map(({ id }) => id),
    custom_fields: { Bike: 'Heron 5, 2024' },
    opted_in_at: '2026-03-04T12:00:00.000Z',
    opt_in_source: 'At the counter',
    opted_out_at: null,
    origin: 'WEBHOOK',
    created_at: at,
    updated_at: at,
    version: 1,
    last_message_at: at,
    ...part,
  };
}
