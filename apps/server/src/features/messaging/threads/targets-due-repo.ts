import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const setStatement = statement(
  'messaging.set_targets_due',
  `with due as materialized (
     select t.id from threads t
     where t.client_id = $1 and ($2::uuid is null or t.id = $2) and t.state = 'ACTIVE'
       and (t.waiting_since is not null or t.resolve_since is not null)
       and (t.reply_due_at, t.resolve_due_at) is distinct from
         (reply_due(t), target_due(t, 'resolve_minutes', t.resolve_since))
     order by t.id for no key update
   )
   update threads t set version = t.version + 1, reply_due_at = reply_due(t),
     resolve_due_at = target_due(t, 'resolve_minutes', t.resolve_since)
   from due where t.client_id = $1 and t.id = due.id and t.state = 'ACTIVE'
   returning t.id, t.version`,
);

/**
 * Applies targets that changed, or that fit since labels changed, to open conversations: to one, or all.
 * @returns those whose times changed
 */
export function setTargetsDue(tx: TenantTx, threadId?: string): Promise<Array<{ id: string; version: number }>> {
  return tx.rows(setStatement, [tx.clientId, threadId ?? null]);
}
