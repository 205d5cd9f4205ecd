import type { AutomationRun } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import type { TimePosition } from '../../platform/http/cursor.ts';
import type { IncomingMessage } from './start/events-query.ts';

export type RunView = {
  id: string;
  automation_id: string;
  automation_name: string;
  version_number: number;
  /** These four are null when the contact has no conversation. */
  thread_id: string | null;
  channel_id: string | null;
  assignee_id: string | null;
  assignee_group_id: string | null;
  contact_id: string;
  contact_name: string;
  to_phone: string | null;
  state: AutomationRun['state'];
  reason: string | null;
  due_at: Date | null;
  started_at: Date;
  ended_at: Date | null;
  variables: Record<string, string>;
};

const select = `select r.id, r.automation_id, a.name as automation_name, r.version_number, r.thread_id, r.channel_id,
    t.assignee_id, t.assignee_group_id, c.id as contact_id, c.name as contact_name, coalesce(t.to_phone, c.phone_number) as to_phone, r.state, r.reason, r.due_at,
    r.started_at, r.ended_at, r.variables
  from automation_runs r
  join automations a on a.client_id = r.client_id and a.id = r.automation_id
  left join shared_threads t on t.client_id = r.client_id and t.id = r.thread_id
  join shared_contacts c on c.client_id = r.client_id and c.id = coalesce(t.contact_id, r.contact_id)`;

export type VisibleTo = {
  channelIds: readonly string[] | null;
  assigneeId: string | null;
  groupIds: readonly string[];
};

const visible = (at: number) => `($${at}::uuid[] is null or t.channel_id = any($${at}))
  and ($${at + 1}::uuid is null or t.assignee_id = $${at + 1} or t.assignee_group_id = any($${at + 2}))`;

const ofAutomation = statement(
  'automations.list_runs',
  `${select} where r.client_id = $1 and r.automation_id = $2 and ($3::text is null or r.state = $3)
     and r.reason is distinct from 'not_met' and (r.started_at, r.id) < ($4, $5::uuid) and ${visible(7)}
   order by r.started_at desc, r.id desc limit $6`,
);
/** Runs of an automation in conversations that a member sees, newest first. */
export function listRuns(
  tx: TenantTx,
  of: { automationId: string; state: string | null; before: TimePosition; limit: number },
  { channelIds, assigneeId, groupIds }: VisibleTo,
): Promise<RunView[]> {
  const { automationId, state, before, limit } = of;
  return tx.rows(ofAutomation, [
    ...[tx.clientId, automationId, state, before.at, before.id, limit],
    ...[channelIds, assigneeId, groupIds],
  ]);
}

const ofThread = statement(
  'automations.list_runs_of_thread',
  `${select} where r.client_id = $1 and r.thread_id = $2 and r.reason is distinct from 'not_met'
   order by r.started_at desc, r.id desc limit 50`,
);
export function listRunsOfThread(tx: TenantTx, threadId: string): Promise<RunView[]> {
  return tx.rows(ofThread, [tx.clientId, threadId]);
}

const byId = statement('automations.find_run', `${select} where r.client_id = $1 and r.id = $2`);
export async function findRun(tx: TenantTx, id: string): Promise<RunView | null> {
  const [row] = await tx.rows<RunView>(byId, [tx.clientId, id]);
  return row ?? null;
}

const ofMessage = statement(
  'automations.find_run_of_message',
  'select run_id as id from automation_run_steps where client_id = $1 and message_id = $2 limit 1',
);
export async function findRunOfMessage(tx: TenantTx, messageId: string): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(ofMessage, [tx.clientId, messageId]);
  return row?.id ?? null;
}

const traceStatement = statement(
  'automations.list_trace',
  `select step_id, kind, outcome, detail, message_id, at from automation_run_steps
   where client_id = $1 and run_id = $2 order by n`,
);
export type TraceRow = {
  step_id: string | null;
  kind: string;
  outcome: string;
  detail: Record<string, unknown>;
  message_id: string | null;
  at: Date;
};
export function listTrace(tx: TenantTx, runId: string): Promise<TraceRow[]> {
  return tx.rows(traceStatement, [tx.clientId, runId]);
}

const lastSaid = statement(
  'automations.list_last_incoming',
  `select type, content, extras from (
     select type, content, extras, sort_at, id from shared_messages where client_id = $1 and thread_id = $2 and direction = 'INCOMING'
     order by sort_at desc, id desc limit 10) m order by sort_at, id`,
);
/** The customer's last messages of a thread, oldest first. */
export function listLastIncoming(
  tx: TenantTx,
  threadId: string,
): Promise<Array<Pick<IncomingMessage, 'type' | 'content' | 'extras'>>> {
  return tx.rows(lastSaid, [tx.clientId, threadId]);
}
