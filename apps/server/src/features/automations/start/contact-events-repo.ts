import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

export type ContactEvent = {
  id: string;
  kind: 'field_changed' | 'list_joined' | 'incoming_webhook';
  contact_id: string;
  /** The number of a field, a list or an incoming webhook. */
  subject: string;
  value: string;
  /** The automation that changed it. */
  caused_by: string | null;
  at: Date;
};

const accountsStatement = statement(
  'automations.list_event_accounts',
  'select distinct client_id from automation_contact_events',
);
export async function listEventAccounts(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(accountsStatement)).map((row) => row.client_id);
}

const takeStatement = statement(
  'automations.delete_taken_events',
  `with taken as materialized (
     select id from automation_contact_events where client_id = $1 order by id limit $2 for update skip locked
   ), gone as (
     delete from automation_contact_events e using taken t where e.client_id = $1 and e.id = t.id
     returning e.id, e.kind, e.contact_id, e.subject, e.value, e.caused_by, e.at
   ) select id::text as id, kind, contact_id, subject, value, caused_by, at from gone order by gone.id`,
);
/** Takes the oldest events; they are gone with the commit, and back without it. */
export function takeEvents(tx: TenantTx, limit: number): Promise<ContactEvent[]> {
  return tx.rows(takeStatement, [tx.clientId, limit]);
}

const markStatement = statement('automations.set_automation_at_work', "select set_config('app.automation', $1, true)");
/** What this transaction changes does not start the automation again. */
export async function markAutomation(tx: TenantTx, automationId: string): Promise<void> {
  await tx.rows(markStatement, [automationId]);
}
