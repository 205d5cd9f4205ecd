import { phoneMatchKey } from '@parley/contract/phone-forms';
import type { Contact, ContactList, Segment, TrashedContact } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { type Viewer, type Visibility, visibilityOf, withVisibleCounts } from '../../team/public.ts';
import type { ListRow } from '../lists/list-repo.ts';
import type { SegmentRow } from '../segments/segment-repo.ts';
import { type ContactRow, findContacts, type TrashRow } from './repo.ts';

export function presentContact(row: ContactRow): Contact {
  const { sandbox, other_numbers: numbers, ...shown } = row;
  const own = row.phone_number === null ? null : phoneMatchKey(row.phone_number);
  // Another form of the same number says nothing new.
  const others = numbers.filter((number) => phoneMatchKey(number) !== own);
  return {
    ...shown,
    ...(others.length > 0 ? { other_numbers: others } : {}),
    ...(sandbox ? { sandbox } : {}),
    opted_in_at: row.opted_in_at?.toISOString() ?? null,
    opted_out_at: row.opted_out_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Contacts in the order of the ids; deleted ones are omitted. */
export async function contactsInOrder(tx: TenantTx, ids: readonly string[]): Promise<Contact[]> {
  const rows = new Map((await findContacts(tx, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row === undefined ? [] : [presentContact(row)];
  });
}

export function presentList({ id, name, color, member_count, sandbox_count, version }: ListRow): ContactList {
  return { id, name, color, member_count, ...(sandbox_count > 0 && { sandbox_count }), version };
}

/** Lists as presented to the reader. */
export function presentLists(tx: TenantTx, reader: Viewer, rows: readonly ListRow[]): Promise<ContactList[]> {
  return withVisibleCounts(tx, visibilityOf(reader), rows.map(presentList));
}

export function presentSegment({ id, name, filter, version }: SegmentRow, view: Visibility): Segment {
  return { id, name, filter: view.filter(filter), version };
}

export function presentTrashed({ id, name, phone_number, deleted_at, deletion_id }: TrashRow): TrashedContact {
  return { id, name, phone_number, deleted_at: deleted_at.toISOString(), deletion_id };
}
