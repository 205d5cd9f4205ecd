import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

/** A phone number or user id of a contact, used to match messages. */
export type IdentityKey = { clientId: string; kind: 'phone' | 'user'; key: string };

export type Reachability = 'not_on_whatsapp' | 'blocked_by_us' | 'identity_changed' | 'marketing_capped';

// Only an event later than the stored one changes anything, in whatever order events arrive.
const setStatement = statement(
  'contacts.set_reachability',
  `update contact_identities set
     unreachable_at = case when $4 <> 'marketing_capped' then $5 else unreachable_at end,
     unreachable_reason = case when $4 <> 'marketing_capped' then $4 else unreachable_reason end,
     capped_until = case when $4 = 'marketing_capped' then $5::timestamptz + interval '24 hours' else capped_until end
   where client_id = $1 and kind = $2 and key = $3
     and coalesce(case when $4 <> 'marketing_capped' then unreachable_at else capped_until - interval '24 hours' end, '-infinity') < $5
   returning contact_id`,
);

/**
 * Stores why a number or user id cannot be reached.
 * @returns false when it was stored before, or belongs to no contact
 */
export async function setReachability(
  tx: Executor,
  { clientId, kind, key }: IdentityKey,
  state: Reachability,
  at: Date,
): Promise<boolean> {
  return (await tx.rows(setStatement, [clientId, kind, key, state, at])).length > 0;
}

const clearBlockedStatement = statement(
  'contacts.clear_blocked_by_us',
  `update contact_identities set unreachable_at = null, unreachable_reason = null
   where client_id = $1 and contact_id = $2 and unreachable_reason = 'blocked_by_us' and unreachable_at is not null`,
);

/** A member unblocked the contact. @returns whether a failed message had said that they were blocked */
export async function clearBlockedByUs(tx: TenantTx, contactId: string): Promise<boolean> {
  return (await tx.run(clearBlockedStatement, [tx.clientId, contactId])) > 0;
}

const clearStatement = statement(
  'contacts.clear_unreachable',
  `update contact_identities set unreachable_at = null
   where client_id = $1 and kind = $2 and key = $3 and unreachable_at <= $4
   returning contact_id`,
);

/**
 * Clears the mark after a delivery to a number or user id.
 * @returns the contact that was marked as unreachable, or null
 */
export async function clearUnreachable(
  tx: Executor,
  { clientId, kind, key }: IdentityKey,
  deliveredAt: Date,
): Promise<string | null> {
  const [row] = await tx.rows<{ contact_id: string }>(clearStatement, [clientId, kind, key, deliveredAt]);
  return row?.contact_id ?? null;
}
