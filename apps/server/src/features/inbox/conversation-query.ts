import { foldLine } from '@parley/contract/fold-text';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { type MessageRow, messageColumns, type ThreadRow, threadSelect } from '../messaging/public.ts';
import { containing } from './message-search-query.ts';

/** The position of a page: it contains the messages older than this. */
export type MessagePosition = { sortAt: Date; id: string };

const threadPageStatement = statement(
  'inbox.list_messages',
  `select ${messageColumns('m')} from shared_messages m
   where m.client_id = $1 and m.thread_id = $2 and (m.sort_at, m.id) < ($3, $4)
   order by m.sort_at desc, m.id desc limit $5`,
);

/** Which messages of a thread; `limit` without the one that tells whether there are more. */
export type MessageFilter = {
  search?: string | undefined;
  starred?: 'true' | undefined;
  media?: 'true' | undefined;
  limit: number;
};

// One thread is read by its index, newest first, until the page is full.
const pickedStatement = statement(
  'inbox.find_in_thread',
  `select ${messageColumns('m')} from shared_messages m
   where m.client_id = $1 and m.thread_id = $2 and (m.sort_at, m.id) < ($3, $4)
     and (not $6::boolean or m.extras->'starred' is not null)
     and (not $7::boolean or m.type in ('image', 'video', 'audio', 'document'))
     and ($8::text is null or message_search_text(m.content) like $8)
   order by m.sort_at desc, m.id desc limit $5`,
);

/** Newest first, and one more than the limit where there are more. */
export function listMessages(
  tx: TenantTx,
  threadId: string,
  before: MessagePosition,
  { search, starred, media, limit }: MessageFilter,
): Promise<MessageRow[]> {
  const values = [tx.clientId, threadId, before.sortAt, before.id, limit + 1];
  if (search === undefined && starred === undefined && media === undefined) return tx.rows(threadPageStatement, values);
  const pattern = search === undefined ? null : containing(foldLine(search));
  return tx.rows(pickedStatement, [...values, starred === 'true', media === 'true', pattern]);
}

const threadsOfContactStatement = statement(
  'inbox.list_contact_threads',
  `${threadSelect} where t.client_id = $1 and t.contact_id = $2
   order by t.last_message_at desc nulls last, t.id desc limit 200`,
);
const contactExistsStatement = statement(
  'inbox.has_contact',
  'select 1 as there from shared_contacts where client_id = $1 and id = $2 and deleted_at is null',
);
export async function contactExists(tx: TenantTx, contactId: string): Promise<boolean> {
  return (await tx.rows(contactExistsStatement, [tx.clientId, contactId])).length > 0;
}

/** All threads of a contact, including those without a message. */
export function listThreadsOfContact(tx: TenantTx, contactId: string): Promise<ThreadRow[]> {
  return tx.rows(threadsOfContactStatement, [tx.clientId, contactId]);
}
