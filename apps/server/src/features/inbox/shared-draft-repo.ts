import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { type DraftRow, draftColumns } from './draft-repo.ts';

const listStatement = statement(
  'inbox.list_shared_drafts',
  `select ${draftColumns} from drafts d
   where d.client_id = $1 and d.thread_id = $2 and (d.shared or d.taken_from is not null)
     and (d.shared or d.taken_from = $3)
   order by d.updated_at desc, d.id limit 50`,
);

/** Shared drafts of a conversation, latest first, and those that were taken over from a member and are private now. */
export function listSharedDrafts(tx: TenantTx, threadId: string, uid: string): Promise<DraftRow[]> {
  return tx.rows(listStatement, [tx.clientId, threadId, uid]);
}

const shareStatement = statement(
  'inbox.share_draft',
  `update drafts d set shared = $4, version = d.version + 1, team_version = d.version + 1
   where d.client_id = $1 and d.user_id = $2 and d.thread_id = $3 and d.shared <> $4 and (not $4 or d.body ~ '\\S')
   returning ${draftColumns}`,
);

/** @returns null when it is as asked already, or when there is nothing to share */
export async function shareDraft(
  tx: TenantTx,
  uid: string,
  threadId: string,
  shared: boolean,
): Promise<DraftRow | null> {
  const [row] = await tx.rows<DraftRow>(shareStatement, [tx.clientId, uid, threadId, shared]);
  return row ?? null;
}

const lockStatement = statement(
  'inbox.lock_drafts',
  `select ${draftColumns} from drafts d
   where d.client_id = $1 and d.thread_id = $2 and d.user_id = any($3) order by d.user_id for update`,
);

/** The drafts of these members in a conversation, locked in the order of the members. */
export function lockDrafts(tx: TenantTx, threadId: string, userIds: readonly string[]): Promise<DraftRow[]> {
  return tx.rows(lockStatement, [tx.clientId, threadId, userIds]);
}

const releaseStatement = statement(
  'inbox.release_draft',
  `update drafts d set body = '', quoted_id = null, updated_at = d.updated_at + interval '1 millisecond',
     version = d.version + 1, shared = false, taken_from = null, team_version = d.version + 1
   where d.client_id = $1 and d.id = $2
   returning ${draftColumns}`,
);

/** Empties a draft that another member takes over. What its member typed since then, on their device, is later. */
export async function releaseDraft(tx: TenantTx, id: string): Promise<DraftRow> {
  const [row] = await tx.rows<DraftRow>(releaseStatement, [tx.clientId, id]);
  if (row === undefined) throw new Error('a locked draft is gone');
  return row;
}

const takeStatement = statement(
  'inbox.mark_draft_taken',
  `update drafts d set shared = $3, taken_from = $4, team_version = d.version
   where d.client_id = $1 and d.id = $2
   returning ${draftColumns}`,
);

/** Says of a draft that was just written from whom its text is. */
export async function markTaken(tx: TenantTx, id: string, shared: boolean, from: string): Promise<DraftRow> {
  const [row] = await tx.rows<DraftRow>(takeStatement, [tx.clientId, id, shared, from]);
  if (row === undefined) throw new Error('a written draft is gone');
  return row;
}
