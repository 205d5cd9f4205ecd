import { invalid } from '../../platform/errors.ts';
import type { Parameters } from './filter-repo.ts';
import { customNameOf } from './filter-rules.ts';
import type { TableContext } from './which-repo.ts';

export type Sort = {
  /** The sort value, and its type as SQL writes it. */
  value: string;
  type: string;
  /** How rows with a value are reached. */
  from: string;
  /** Which rows have one, and which not; null: all have. */
  has: string | null;
  lacks: string | null;
  descending: boolean;
  /** Where nulls stand in the index that is walked; they never come. */
  nulls?: { ascending: string; descending: string };
  /** The rows with a value by an index alone: where they come from, which, and what names the contact. */
  walk: { from: string; where: string; id: string };
  /** The index that is walked holds `search_text` and `filled_fields` too. */
  holdsText: boolean;
};

const walkContacts = { from: 'contacts c', where: 'c.client_id = $1 and c.deleted_at is null', id: 'c.id' };

const ownSorts: Record<string, { value: string; type: string; nullable: boolean }> = {
  created_at: { value: 'c.created_at', type: 'timestamptz', nullable: false },
  name: { value: 'c.sort_name', type: 'text', nullable: false },
  origin: { value: 'c.origin', type: 'text', nullable: false },
  opted_in_at: { value: 'c.opted_in_at', type: 'timestamptz', nullable: true },
  opted_out_at: { value: 'c.opted_out_at', type: 'timestamptz', nullable: true },
  phone_number: { value: 'c.phone_number', type: 'text', nullable: true },
};

/*
 * The newest thread of a contact stands for it. The index of threads by activity is walked, which has nulls last, and the
 * older threads of a contact are passed over.
 */
const newestThread = `s.client_id = $1 and s.last_message_at is not null and not exists (select from threads o
  where o.client_id = $1 and o.contact_id = s.contact_id and (o.last_message_at, o.id) > (s.last_message_at, s.id))`;
const byLastMessage: Omit<Sort, 'descending'> = {
  value: 's.last_message_at',
  type: 'timestamptz',
  from: `threads s join contacts c on c.client_id = s.client_id and c.id = s.contact_id`,
  has: newestThread,
  lacks: `not exists (select from threads o
    where o.client_id = $1 and o.contact_id = c.id and o.last_message_at is not null)`,
  nulls: { ascending: ' nulls first', descending: ' nulls last' },
  walk: {
    from: 'threads s',
    where: newestThread,
    id: 's.contact_id',
  },
  holdsText: false,
};

/** By how many lists somebody is in; who is in none comes last. */
const ofLists = 's.client_id = $1';
const mineOfLists = `${ofLists} and s.contact_id = c.id`;
const byLists: Omit<Sort, 'descending'> = {
  value: 's.n',
  type: 'int',
  from: `contacts c join contact_list_totals s on ${mineOfLists}`,
  has: 'true',
  lacks: `not exists (select from contact_list_totals s where ${mineOfLists})`,
  walk: { from: 'contact_list_totals s', where: ofLists, id: 's.contact_id' },
  holdsText: false,
};

/** By when the last broadcast left for somebody; whoever was sent none comes last. */
const ofCampaigns = 's.client_id = $1';
const mineOfCampaigns = `${ofCampaigns} and s.contact_id = c.id`;
const byLastCampaign: Omit<Sort, 'descending'> = {
  value: 's.at',
  type: 'timestamptz',
  from: `contacts c join contact_last_campaigns s on ${mineOfCampaigns}`,
  has: 'true',
  lacks: `not exists (select from contact_last_campaigns s where ${mineOfCampaigns})`,
  walk: { from: 'contact_last_campaigns s', where: ofCampaigns, id: 's.contact_id' },
  holdsText: false,
};

/** @throws AppError('validation_failed') for what cannot be sorted by */
export function sortOf(text: string, context: TableContext, parameters: Parameters): Sort {
  const descending = text.startsWith('-');
  const field = descending ? text.slice(1) : text;
  const own = ownSorts[field];
  if (own !== undefined) {
    if (field === 'phone_number' && context.masked) {
      throw invalid('sort', 'Phone numbers are hidden for you, so you cannot sort by them.');
    }
    const { value, type, nullable } = own;
    const has = nullable ? `${value} is not null` : null;
    return {
      value,
      type,
      from: 'contacts c',
      has,
      lacks: nullable ? `${value} is null` : null,
      descending,
      walk: has === null ? walkContacts : { ...walkContacts, where: `${walkContacts.where} and ${has}` },
      holdsText: field === 'created_at' || field === 'name',
    };
  }
  if (field === 'last_message_at') return { ...byLastMessage, descending };
  if (field === 'lists') return { ...byLists, descending };
  if (field === 'last_campaign') return { ...byLastCampaign, descending };
  const name = customNameOf(field);
  const row = name === null ? undefined : context.fields.get(name.toLowerCase());
  if (row === undefined) throw invalid('sort', `Contacts cannot be sorted by ${field}.`);
  const isNumber = row.type === 'number';
  const value = isNumber ? 's.value_number' : 's.value_text';
  const ofField = `s.client_id = $1 and s.field_no = ${parameters.add(row.no)}::int and ${value} is not null`;
  const mine = `s.contact_id = c.id and ${ofField}`;
  return {
    value,
    type: isNumber ? 'float8' : 'text',
    from: `contacts c join contact_field_values s on ${mine}`,
    has: 'true',
    lacks: `not exists (select from contact_field_values s where ${mine})`,
    descending,
    walk: { from: 'contact_field_values s', where: ofField, id: 's.contact_id' },
    holdsText: false,
  };
}
