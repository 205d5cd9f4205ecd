import { nameKey } from '@parley/contract/names';
import { invalid } from '../../../platform/errors.ts';
import type { Parameters } from './filter-repo.ts';
import { customNameOf } from './filter-rules.ts';
import type { TableContext } from './selection-repo.ts';

export type Sort = {
  /** The sort value, and its SQL type. */
  value: string;
  type: string;
  /** The FROM clause for rows with a value. */
  from: string;
  /** The condition for rows that have a value; null: all have one. */
  has: string | null;
  missing: string | null;
  descending: boolean;
  /** The condition on rows with nulls in the scanned index; they are never returned. */
  nulls?: { ascending: string; descending: string };
  /** An index-only scan of the rows with a value: its FROM clause, condition and contact id column. */
  scan: { from: string; where: string; id: string };
  /** The scanned index contains `search_text` and `filled_fields` too. */
  coversText: boolean;
};

const scanContacts = { from: 'contacts c', where: 'c.client_id = $1 and c.deleted_at is null', id: 'c.id' };

const ownSorts: Record<string, { value: string; type: string; nullable: boolean }> = {
  created_at: { value: 'c.created_at', type: 'timestamptz', nullable: false },
  name: { value: 'c.sort_name', type: 'text', nullable: false },
  origin: { value: 'c.origin', type: 'text', nullable: false },
  opted_in_at: { value: 'c.opted_in_at', type: 'timestamptz', nullable: true },
  opted_out_at: { value: 'c.opted_out_at', type: 'timestamptz', nullable: true },
  phone_number: { value: 'c.phone_number', type: 'text', nullable: true },
};

/*
 * The newest thread of a contact represents it. Scans the index of threads by activity, which has nulls last, and
 * skips the older threads of a contact.
 */
const newestThread = `s.client_id = $1 and s.last_message_at is not null and not exists (select from contact_threads o
  where o.client_id = $1 and o.contact_id = s.contact_id and (o.last_message_at, o.id) > (s.last_message_at, s.id))`;
const byLastMessage: Omit<Sort, 'descending'> = {
  value: 's.last_message_at',
  type: 'timestamptz',
  from: `contact_threads s join contacts c on c.client_id = s.client_id and c.id = s.contact_id`,
  has: newestThread,
  missing: `not exists (select from contact_threads o
    where o.client_id = $1 and o.contact_id = c.id and o.last_message_at is not null)`,
  nulls: { ascending: ' nulls first', descending: ' nulls last' },
  scan: {
    from: 'contact_threads s',
    where: newestThread,
    id: 's.contact_id',
  },
  coversText: false,
};

/** By the number of lists of a contact; contacts in no list come last. */
const ofLists = 's.client_id = $1';
const ofContactLists = `${ofLists} and s.contact_id = c.id`;
const byLists: Omit<Sort, 'descending'> = {
  value: 's.n',
  type: 'int',
  from: `contacts c join contact_list_totals s on ${ofContactLists}`,
  has: 'true',
  missing: `not exists (select from contact_list_totals s where ${ofContactLists})`,
  scan: { from: 'contact_list_totals s', where: ofLists, id: 's.contact_id' },
  coversText: false,
};

/** By the time of the last campaign message; contacts without one come last. */
const ofCampaigns = 's.client_id = $1';
const ofContactCampaigns = `${ofCampaigns} and s.contact_id = c.id`;
const byLastCampaign: Omit<Sort, 'descending'> = {
  value: 's.at',
  type: 'timestamptz',
  from: `contacts c join contact_newest_campaigns s on ${ofContactCampaigns}`,
  has: 'true',
  missing: `not exists (select from contact_newest_campaigns s where ${ofContactCampaigns})`,
  scan: { from: 'contact_newest_campaigns s', where: ofCampaigns, id: 's.contact_id' },
  coversText: false,
};

/** @throws AppError('validation_failed') for an unknown sort column */
export function sortOf(text: string, context: TableContext, parameters: Parameters): Sort {
  const descending = text.startsWith('-');
  const field = descending ? text.slice(1) : text;
  const own = Object.hasOwn(ownSorts, field) ? ownSorts[field] : undefined;
  if (own !== undefined) {
    if (field === 'phone_number' && context.masked) {
      throw invalid('sort', 'Phone numbers are hidden for you, so you can’t sort by them.');
    }
    const { value, type, nullable } = own;
    const has = nullable ? `${value} is not null` : null;
    return {
      value,
      type,
      from: 'contacts c',
      has,
      missing: nullable ? `${value} is null` : null,
      descending,
      scan: has === null ? scanContacts : { ...scanContacts, where: `${scanContacts.where} and ${has}` },
      coversText: field === 'created_at' || field === 'name',
    };
  }
  if (field === 'last_message_at') return { ...byLastMessage, descending };
  if (field === 'lists') return { ...byLists, descending };
  if (field === 'last_campaign') return { ...byLastCampaign, descending };
  const name = customNameOf(field);
  const row = name === null ? undefined : context.fields.get(nameKey(name));
  if (row === undefined) throw invalid('sort', `Contacts can’t be sorted by ${field}.`);
  const isNumber = row.type === 'number';
  const value = isNumber ? 's.value_number' : 's.value_text';
  const ofField = `s.client_id = $1 and s.field_no = ${parameters.add(row.no)}::int and ${value} is not null`;
  const mine = `s.contact_id = c.id and ${ofField}`;
  return {
    value,
    type: isNumber ? 'float8' : 'text',
    from: `contacts c join contact_field_values s on ${mine}`,
    has: 'true',
    missing: `not exists (select from contact_field_values s where ${mine})`,
    descending,
    scan: { from: 'contact_field_values s', where: ofField, id: 's.contact_id' },
    coversText: false,
  };
}
