import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const addressesStatement = statement(
  'messaging.list_block_addresses',
  `select i.kind, i.value from shared_contact_identities i
   where i.client_id = $1 and i.contact_id = $2 and i.kind <> 'group' and i.retired_at is null order by i.kind, i.value`,
);

/**
 * Under what WhatsApp knows a customer: all of their numbers with plus, or the user ids of one without a number.
 * Merged contacts write from several numbers into one conversation.
 */
export async function listBlockAddresses(tx: TenantTx, contactId: string): Promise<string[]> {
  const rows = await tx.rows<{ kind: 'phone' | 'user'; value: string }>(addressesStatement, [tx.clientId, contactId]);
  const numbers = rows.filter(({ kind }) => kind === 'phone').map(({ value }) => `+${value}`);
  return numbers.length > 0 ? numbers : rows.map(({ value }) => value);
}

const blockStatement = statement(
  'messaging.mark_thread_blocked',
  `update threads set blocked_at = now(), blocked_by = $3, version = version + 1
   where client_id = $1 and id = $2 and blocked_at is null returning version`,
);

/** Stores that the customer is blocked on the thread's channel. @returns its version; null when it was stored before */
export async function blockThread(tx: TenantTx, id: string, author: string): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(blockStatement, [tx.clientId, id, author]);
  return row?.version ?? null;
}

const unblockStatement = statement(
  'messaging.clear_thread_block',
  `update threads set blocked_at = null, blocked_by = null, version = version + 1
   where client_id = $1 and id = $2 and blocked_at is not null returning version`,
);

/** @returns the version of the thread; null when the customer was not blocked */
export async function unblockThread(tx: TenantTx, id: string): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(unblockStatement, [tx.clientId, id]);
  return row?.version ?? null;
}

const carryStatement = statement(
  'messaging.merge_block',
  `update threads t set blocked_at = f.blocked_at, blocked_by = f.blocked_by, version = t.version + 1 from threads f
   where t.client_id = $1 and t.id = $3 and t.blocked_at is null
     and f.client_id = $1 and f.id = $2 and f.blocked_at is not null`,
);

/** A thread that another one is merged into stays blocked if either was. */
export async function mergeBlock(tx: TenantTx, from: string, into: string): Promise<void> {
  await tx.run(carryStatement, [tx.clientId, from, into]);
}
