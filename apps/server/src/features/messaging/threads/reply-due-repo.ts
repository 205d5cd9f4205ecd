import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const setStatement = statement(
  'messaging.set_reply_due',
  `with due as materialized (
     select t.id, reply_due(t.client_id, t.channel_id, t.waiting_since, t.answered) as at from threads t
     where t.client_id = $1 and t.waiting_since is not null and t.state = 'ACTIVE'
   ), changed as materialized (
     select t.id from threads t join due d on d.id = t.id
     where t.client_id = $1 and t.reply_due_at is distinct from d.at order by t.id for no key update of t
   )
   update threads t set version = t.version + 1,
     reply_due_at = reply_due(t.client_id, t.channel_id, t.waiting_since, t.answered)
   from changed c where t.client_id = $1 and t.id = c.id and t.waiting_since is not null and t.state = 'ACTIVE'
   returning t.id, t.version`,
);

/** Applies changed reply targets to the conversations whose customers wait. @returns those whose time changed */
export function setReplyDue(tx: TenantTx): Promise<Array<{ id: string; version: number }>> {
  return tx.rows(setStatement, [tx.clientId]);
}
