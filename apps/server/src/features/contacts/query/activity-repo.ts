import type { ContactNote } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';

const note = statement(
  'contacts.record_activity',
  `insert into contact_activity (client_id, id, contact_id, kind, actor, detail)
   select $1, x.id, x.contact_id, $4, $5, $6::jsonb from unnest($2::uuid[], $3::uuid[]) as x(id, contact_id)`,
);

/** Records activity of contacts, in the transaction of the change. @param detail names what changed, never its value */
export async function recordActivity(
  tx: Pick<TenantTx, 'clientId' | 'run'>,
  actor: string,
  kind: string,
  contactIds: readonly string[],
  detail: Record<string, unknown> = {},
): Promise<void> {
  if (contactIds.length === 0) return;
  const ids = contactIds.map(() => newId());
  await tx.run(note, [tx.clientId, ids, contactIds, kind, actor, JSON.stringify(detail)]);
}

export type ActivityRow = {
  id: string;
  kind: string;
  actor: string;
  detail: Record<string, unknown>;
  at: Date;
  key: string;
};

const page = statement(
  'contacts.list_activity',
  `select id, kind, actor, detail, at, at::text as key from contact_activity
   where client_id = $1 and contact_id = $2 and (at, id) < ($3::timestamptz, $4::uuid)
   order by at desc, id desc limit $5`,
);

export type TimePosition = { key: string; id: string };
/** Before the first row of a list from new to old. */
export const fromLatest: TimePosition = { key: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export function listActivity(
  tx: TenantTx,
  contactId: string,
  before: TimePosition,
  limit: number,
): Promise<ActivityRow[]> {
  return tx.rows(page, [tx.clientId, contactId, before.key, before.id, limit]);
}

const purge = statement(
  'contacts.delete_old_activity',
  `delete from contact_activity where ctid = any(array(
     select ctid from contact_activity where at < now() - interval '2 years' limit 5000))`,
);
export function deleteOldActivity(tx: Executor): Promise<number> {
  return tx.run(purge);
}

// ---- notes ----

export type NoteRow = Omit<ContactNote, 'created_at' | 'updated_at'> & {
  created_at: Date;
  updated_at: Date | null;
  key: string;
  request_hash: Buffer;
};
const noteColumns =
  'id, contact_id, body, created_by, created_at, updated_at, version, created_at::text as key, request_hash';

const notesPage = statement(
  'contacts.list_notes',
  `select ${noteColumns} from contact_notes where client_id = $1 and contact_id = $2
     and (created_at, id) < ($3::timestamptz, $4::uuid)
   order by created_at desc, id desc limit $5`,
);
export function listNotes(tx: TenantTx, contactId: string, before: TimePosition, limit: number): Promise<NoteRow[]> {
  return tx.rows(notesPage, [tx.clientId, contactId, before.key, before.id, limit]);
}

const findNoteStatement = statement(
  'contacts.find_note',
  `select ${noteColumns} from contact_notes where client_id = $1 and id = $2`,
);
export async function findNote(tx: TenantTx, id: string): Promise<NoteRow | null> {
  const [row] = await tx.rows<NoteRow>(findNoteStatement, [tx.clientId, id]);
  return row ?? null;
}

const insertNoteStatement = statement(
  'contacts.insert_note',
  `insert into contact_notes (client_id, id, contact_id, body, created_by, request_hash) values ($1, $2, $3, $4, $5, $6)
   on conflict (client_id, id) do nothing`,
);
/** @returns false when the id is taken */
export async function insertNote(
  tx: TenantTx,
  row: { id: string; contactId: string; body: string; createdBy: string; requestHash: Buffer },
): Promise<boolean> {
  const { id, contactId, body, createdBy, requestHash } = row;
  return (await tx.run(insertNoteStatement, [tx.clientId, id, contactId, body, createdBy, requestHash])) === 1;
}

const updateNoteStatement = statement(
  'contacts.update_note',
  `update contact_notes set body = $4, updated_at = now(), version = version + 1
   where client_id = $1 and contact_id = $2 and id = $3 returning ${noteColumns}`,
);
export async function updateNote(tx: TenantTx, contactId: string, id: string, body: string): Promise<NoteRow | null> {
  const [row] = await tx.rows<NoteRow>(updateNoteStatement, [tx.clientId, contactId, id, body]);
  return row ?? null;
}

const deleteNoteStatement = statement(
  'contacts.delete_note',
  'delete from contact_notes where client_id = $1 and contact_id = $2 and id = $3',
);
export async function deleteNote(tx: TenantTx, contactId: string, id: string): Promise<boolean> {
  return (await tx.run(deleteNoteStatement, [tx.clientId, contactId, id])) === 1;
}
