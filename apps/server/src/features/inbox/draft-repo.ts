import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import { newId } from '../../platform/ids.ts';

export type DraftRow = {
  id: string;
  user_id: string;
  thread_id: string;
  body: string;
  quoted_id: string | null;
  updated_at: Date;
  version: number;
  shared: boolean;
  taken_from: string | null;
  team_version: number;
};

export const draftColumns =
  'd.id, d.user_id, d.thread_id, d.body, d.quoted_id, d.updated_at, d.version, d.shared, d.taken_from, d.team_version';
const columns = draftColumns;

const putStatement = statement(
  'inbox.put_draft',
  `insert into drafts as d (client_id, id, user_id, thread_id, body, quoted_id, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (client_id, user_id, thread_id) do update set body = excluded.body, quoted_id = excluded.quoted_id,
     updated_at = excluded.updated_at, version = d.version + 1,
     shared = d.shared and excluded.body ~ '\\S',
     taken_from = case when excluded.body ~ '\\S' then d.taken_from end,
     team_version = case when d.shared or d.taken_from is not null then d.version + 1 else d.team_version end
   where d.updated_at < excluded.updated_at
   returning ${columns}`,
);

/** @returns null when a later one is stored */
export async function putDraft(
  tx: TenantTx,
  draft: Pick<DraftRow, 'user_id' | 'thread_id' | 'body' | 'quoted_id' | 'updated_at'>,
): Promise<DraftRow | null> {
  const { user_id: uid, thread_id: threadId, body, quoted_id: quotedId, updated_at: at } = draft;
  const [row] = await tx.rows<DraftRow>(putStatement, [tx.clientId, newId(), uid, threadId, body, quotedId, at]);
  return row ?? null;
}

/** A device whose clock is ahead must not win against all others for long. */
export function notAhead(at: Date): Date {
  return new Date(Math.min(at.getTime(), Date.now()));
}

const emptyStatement = statement(
  'inbox.clear_drafts',
  `update drafts d set body = '', quoted_id = null, updated_at = x.at, version = d.version + 1,
     shared = false, taken_from = null,
     team_version = case when d.shared or d.taken_from is not null then d.version + 1 else d.team_version end
   from (
     select user_id, thread_id, max(updated_at) as at
     from jsonb_to_recordset($2::jsonb) as sent(user_id uuid, thread_id uuid, updated_at timestamptz)
     group by user_id, thread_id
   ) x
   where d.client_id = $1 and d.user_id = x.user_id and d.thread_id = x.thread_id and d.updated_at < x.at
   returning ${columns}`,
);

/** Empties drafts that exist and were not changed later. @returns those that it emptied */
export function emptyDrafts(
  tx: TenantTx,
  drafts: readonly Pick<DraftRow, 'user_id' | 'thread_id' | 'updated_at'>[],
): Promise<DraftRow[]> {
  return tx.rows(emptyStatement, [tx.clientId, JSON.stringify(drafts)]);
}

const findStatement = statement(
  'inbox.find_draft',
  `select ${columns} from drafts d where d.client_id = $1 and d.user_id = $2 and d.thread_id = $3`,
);

export async function findDraft(tx: TenantTx, uid: string, threadId: string): Promise<DraftRow | null> {
  const [row] = await tx.rows<DraftRow>(findStatement, [tx.clientId, uid, threadId]);
  return row ?? null;
}

const listStatement = statement(
  'inbox.list_drafts',
  `select ${columns} from drafts d where d.client_id = $1 and d.user_id = $2 order by d.updated_at desc limit 500`,
);

/** Latest first; emptied ones too, so that a device forgets what was sent from another. */
export function listDrafts(tx: TenantTx, uid: string): Promise<DraftRow[]> {
  return tx.rows(listStatement, [tx.clientId, uid]);
}

const byIdStatement = statement(
  'inbox.find_drafts',
  `select ${columns} from drafts d where d.client_id = $1 and d.id = any($2)`,
);

export function findDraftsById(tx: TenantTx, ids: readonly string[]): Promise<DraftRow[]> {
  return tx.rows(byIdStatement, [tx.clientId, ids]);
}

const oldStatement = statement(
  'inbox.delete_old_drafts',
  `delete from drafts where body = '' and quoted_id is null and updated_at < now() - interval '30 days'`,
);

/** Emptied drafts that every device has seen by now. */
export async function deleteOldDrafts(tx: Executor): Promise<void> {
  await tx.run(oldStatement);
}
