import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { type MessageRow, messageColumns, type ThreadRow, threadSelect } from '../messaging/public.ts';

/** The position of a page: it contains the messages older than this. */
export type MessagePosition = { sortAt: Date; id: string };

const threadPageStatement = statement(
  'inbox.list_messages',
  `select ${messageColumns('m')} from messages m
   where m.client_id = $1 and m.thread_id = $2 and (m.sort_at, m.id) < ($3, $4)
   order by m.sort_at desc, m.id desc limit $5`,
);

/** Newest first. */
export function listMessages(
  tx: TenantTx,
  threadId: string,
  before: MessagePosition,
  limit: number,
): Promise<MessageRow[]> {
  return tx.rows(threadPageStatement, [tx.clientId, threadId, before.sortAt, before.id, limit]);
}

const threadsOfContactStatement = statement(
  'inbox.list_contact_threads',
  `${threadSelect} where t.client_id = $1 and t.contact_id = $2
   order by t.last_message_at desc nulls last, t.id desc limit 200`,
);
const contactExistsStatement = statement(
  'inbox.has_contact',
  'select 1 as there from contacts where client_id = $1 and id = $2 and deleted_at is null',
);
export async function contactExists(tx: TenantTx, contactId: string): Promise<boolean> {
  return (await tx.rows(contactExistsStatement, [tx.clientId, contactId])).length > 0;
}

/** All threads of a contact, including those without a message. */
export function listThreadsOfContact(tx: TenantTx, contactId: string): Promise<ThreadRow[]> {
  return tx.rows(threadsOfContactStatement, [tx.clientId, contactId]);
}
