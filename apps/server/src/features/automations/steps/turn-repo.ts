import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const lockStatement = statement(
  'automations.lock_turns',
  'select id from automations where client_id = $1 and id = $2 for no key update',
);
/** One run of an automation at a time chooses who is next. */
export async function lockTurns(tx: TenantTx, automationId: string): Promise<void> {
  await tx.rows(lockStatement, [tx.clientId, automationId]);
}

const insertStatement = statement(
  'automations.record_turn',
  `insert into automation_turns (client_id, automation_id, user_id, at) values ($1, $2, $3, clock_timestamp())
   on conflict (client_id, automation_id, user_id) do update set at = excluded.at`,
);
export async function recordTurn(tx: TenantTx, automationId: string, userId: string): Promise<void> {
  await tx.run(insertStatement, [tx.clientId, automationId, userId]);
}
