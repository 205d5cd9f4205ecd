import { type Executor, statement } from '../../../platform/db/sql.ts';

/* Identities are found by their key; only a later word than the one that is there moves anything. */
const markStatement = statement(
  'reach_mark',
  `with marked as (
     update contact_identities set
       unreachable_at = case when $5 = 'not_on_whatsapp' then $6 else unreachable_at end,
       capped_until = case when $5 = 'marketing_capped' then $6::timestamptz + interval '24 hours' else capped_until end
     where client_id = $1 and kind = $3 and key = $4
       and coalesce(case when $5 = 'not_on_whatsapp' then unreachable_at else capped_until - interval '24 hours' end, '-infinity') < $6
     returning contact_id
   )
   update threads t set version = t.version + 1 from marked k, messages m
   where m.client_id = $1 and m.id = $2 and t.client_id = $1 and t.id = m.thread_id
   returning t.id, t.version`,
);

export type ReachMark = {
  clientId: string;
  messageId: string;
  kind: 'phone' | 'user';
  key: string;
  state: 'not_on_whatsapp' | 'marketing_capped';
  at: Date;
};

/** Notes what a failed send told of its recipient. @returns the thread that shows it; null when it was known */
export async function markReach(tx: Executor, mark: ReachMark): Promise<{ id: string; version: number } | null> {
  const { clientId, messageId, kind, key, state, at } = mark;
  const [row] = await tx.rows<{ id: string; version: number }>(markStatement, [
    clientId,
    messageId,
    kind,
    key,
    state,
    at,
  ]);
  return row ?? null;
}
