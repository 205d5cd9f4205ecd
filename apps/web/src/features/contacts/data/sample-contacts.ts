import type { ContactImport, ContactList, ContactRow, CustomField, ErasureReceipt } from '@parley/contract/types';

const at = '2026-11-20T09:00:00.000Z';

/** Lists, fields and contacts for the gallery. */
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
    last_campaign: null,
    ...part,
  };
}

/** An import that was checked. */
export const sampleImport: ContactImport = {
  id: '01890000-0000-7000-8000-0000000000d1',
  name: 'customers.csv',
  state: 'ready',
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  has_header: true,
  received_bytes: 412_000,
  columns: [],
  looks_like: null,
  mapping: [],
  rules: null,
  rows: 4_518,
  done: 4_518,
  rows_available: true,
  rows_per_s: null,
  remaining_s: null,
  checked_ms: 310,
  check: { new: 3_902, updated: 291, unchanged: 20, duplicates: 18, invalid: 287 },
  result: { added: 0, updated: 0, unchanged: 0, rejected: 0, undone: 0, kept: 0 },
  contact_list_id: null,
  undo_until: null,
  error: null,
  created_by: 'olga',
  created_at: at,
  ended_at: null,
};

const counts: ErasureReceipt['counts'] = {
  contacts: 1,
  identities: 2,
  conversations: 2,
  messages: 148,
  message_events: 311,
  media_files: 9,
  notes: 1,
  activity: 6,
  list_memberships: 3,
  suppressions: 0,
  internal_notes: 2,
  raw_deliveries: 154,
  import_rows: 1,
};

/** A receipt of each state. */
export const sampleReceipts: ErasureReceipt[] = (['running', 'done', 'failed'] as const).map((state, n) => ({
  id: `01890000-0000-7000-8000-0000000000f${n}`,
  state,
  error: null,
  subject_hashes: [n, n + 1].map((one) => String(one).repeat(64)),
  counts,
  requested_by: 'olga',
  requested_at: at,
  done_at: state === 'done' ? at : null,
}));
