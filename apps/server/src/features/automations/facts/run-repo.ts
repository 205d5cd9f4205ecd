import type { AutomationRun } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';

export type RunState = AutomationRun['state'];

/** A run as the engine reads it. */
export type RunRow = {
  id: string;
  automation_id: string;
  version_number: number;
  thread_id: string;
  channel_id: string;
  message_id: string | null;
  answered: boolean;
  state: RunState;
  step_id: string | null;
  variables: Record<string, string>;
  lines: number;
  steps_in_row: number;
  retries: number;
  tries: number;
  started_at: Date;
};

export type NewRun = {
  id: string;
  automationId: string;
  version: number;
  /** Null: it did not start, for want of a conversation. */
  threadId: string | null;
  channelId: string | null;
  /** Whose event started it, if not one of the conversation. */
  contactId?: string;
  variables?: Record<string, string>;
  eventKey: string;
  messageId: string | null;
  stepId: string | null;
  /** What its trace begins with. */
  matched: Record<string, unknown>;
  /** Set when it ends before its first step. */
  ended?: { state: RunState; reason: string };
};

const insertStatement = statement(
  'automations.insert_runs',
  `insert into automation_runs (client_id, id, automation_id, version_number, thread_id, channel_id, event_key, message_id,
     step_id, lines, state, reason, due_at, ended_at, contact_id, variables)
   select $1, id, automation_id, version, thread_id, channel_id, event_key, message_id, step_id, 1,
     coalesce(state, 'RUNNING'), reason, case when state is null then now() end, case when state is not null then now() end,
     contact_id, coalesce(variables, '{}')
   from jsonb_to_recordset($2::jsonb) as x(id uuid, automation_id uuid, version int, thread_id uuid, channel_id uuid,
     event_key text, message_id uuid, step_id text, state text, reason text, contact_id uuid, variables jsonb)
   on conflict do nothing returning id`,
);

/** Starts runs; an event that started its automation before, or one that is still open there, is skipped. @returns new ones */
export async function insertRuns(tx: TenantTx, runs: readonly NewRun[]): Promise<string[]> {
  if (runs.length === 0) return [];
  const rows = runs.map((run) => ({
    ...{ id: run.id, automation_id: run.automationId, version: run.version, thread_id: run.threadId },
    ...{ channel_id: run.channelId, event_key: run.eventKey, message_id: run.messageId, step_id: run.stepId },
    ...{ contact_id: run.contactId, variables: run.variables },
    ...(run.ended ?? {}),
  }));
  const made = new Set(
    (await tx.rows<{ id: string }>(insertStatement, [tx.clientId, JSON.stringify(rows)])).map(({ id }) => id),
  );
  const begun = runs.filter(({ id }) => made.has(id));
  const lines = begun.map(({ id, matched, ended }) => ({
    ...{ run_id: id, detail: matched, outcome: ended?.state === 'FAILED' ? 'failed' : 'matched' },
  }));
  await tx.run(firstLines, [tx.clientId, JSON.stringify(lines)]);
  return begun.filter(({ ended }) => ended === undefined).map(({ id }) => id);
}

const firstLines = statement(
  'automations.insert_first_lines',
  `insert into automation_run_steps (client_id, run_id, n, kind, outcome, detail)
   select $1, run_id, 0, 'trigger', outcome, detail
   from jsonb_to_recordset($2::jsonb) as x(run_id uuid, outcome text, detail jsonb)`,
);

const writeStatement = statement(
  'automations.update_runs',
  `update automation_runs r set state = x.state, reason = x.reason, step_id = x.step_id, variables = x.variables, lines = x.lines,
     steps_in_row = x.steps_in_row, retries = x.retries, tries = x.tries, due_at = x.due_at, answered = x.answered,
     thread_id = x.thread_id, asked_at = case when x.state = 'ASKING' then clock_timestamp() end,
     ended_at = case when x.due_at is null then now() end
   from jsonb_to_recordset($2::jsonb) as x(id uuid, state text, reason text, step_id text, variables jsonb, lines int,
     steps_in_row int, retries int, tries int, due_at timestamptz, answered boolean, thread_id uuid)
   where r.client_id = $1 and r.id = x.id`,
);
/** `dueAt` null: it has ended. */
export type RunUpdate = { run: RunRow; reason: string | null; dueAt: Date | null };

export async function updateRuns(tx: TenantTx, updates: readonly RunUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  const rows = updates.map(({ run, reason, dueAt }) => ({
    ...{ id: run.id, state: run.state, reason, step_id: run.step_id, variables: run.variables, lines: run.lines },
    ...{ steps_in_row: run.steps_in_row, retries: run.retries, tries: run.tries, due_at: dueAt },
    ...{ answered: run.answered, thread_id: run.thread_id },
  }));
  await tx.run(writeStatement, [tx.clientId, JSON.stringify(rows)]);
}

export type TraceLine = {
  stepId: string | null;
  kind: string;
  outcome: string;
  detail: Record<string, unknown>;
  messageId?: string;
};

const traceStatement = statement(
  'automations.insert_traces',
  `insert into automation_run_steps (client_id, run_id, n, step_id, kind, outcome, detail, message_id)
   select $1, run_id, n, step_id, kind, outcome, detail, message_id
   from jsonb_to_recordset($2::jsonb) as x(run_id uuid, n int, step_id text, kind text, outcome text, detail jsonb, message_id uuid)`,
);
/** A line of the trace of a run, and its place there. */
export type PlacedLine = { runId: string; n: number; line: TraceLine };

export async function insertTraces(tx: TenantTx, lines: readonly PlacedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ runId, n, line: { stepId, kind, outcome, detail, messageId } }) => ({
    ...{ run_id: runId, n, step_id: stepId, kind, outcome, detail, message_id: messageId ?? null },
  }));
  await tx.run(traceStatement, [tx.clientId, JSON.stringify(rows)]);
}

const answerStatement = statement(
  'automations.answer_runs',
  `update automation_runs r set message_id = x.message_id, answered = true, due_at = now()
   from unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) as x(thread_id, message_id, at)
   where r.client_id = $1 and r.thread_id = x.thread_id and r.state = 'ASKING' and not r.answered and r.due_at is not null
     and r.asked_at < x.at
   returning r.message_id`,
);
/** Answers the questions that wait in threads. @param messages one of each thread @returns ids of the answers */
export async function answerRuns(
  tx: TenantTx,
  messages: readonly { thread_id: string; id: string; created_at: Date }[],
): Promise<Set<string>> {
  if (messages.length === 0) return new Set();
  const rows = await tx.rows<{ message_id: string }>(answerStatement, [
    tx.clientId,
    messages.map((message) => message.thread_id),
    messages.map(({ id }) => id),
    messages.map((message) => message.created_at),
  ]);
  return new Set(rows.map((row) => row.message_id));
}

const stopInThread = statement(
  'automations.stop_runs_of_thread',
  `update automation_runs set state = 'STOPPED', reason = $3, due_at = null, ended_at = now()
   where client_id = $1 and thread_id = $2 and due_at is not null and id <> coalesce($4::uuid, '00000000-0000-0000-0000-000000000000')`,
);
export async function stopRunsOfThread(tx: TenantTx, threadId: string, reason: string, but?: string): Promise<void> {
  await tx.run(stopInThread, [tx.clientId, threadId, reason, but ?? null]);
}

const stopOptedOut = statement(
  'automations.stop_runs_of_opt_outs',
  `update automation_runs set state = 'STOPPED', reason = 'opted_out', due_at = null, ended_at = now()
   where client_id = $1 and due_at is not null and thread_id = any($2)`,
);
/** Stops what runs in the conversations of customers who opted out. */
export async function stopRunsOfOptOuts(tx: TenantTx, threadIds: readonly string[]): Promise<void> {
  if (threadIds.length > 0) await tx.run(stopOptedOut, [tx.clientId, threadIds]);
}

const stopOfAutomation = statement(
  'automations.stop_runs_of_automation',
  `update automation_runs set state = 'STOPPED', reason = 'automation_off', due_at = null, ended_at = now()
   where client_id = $1 and automation_id = $2 and due_at is not null`,
);
export async function stopRunsOfAutomation(tx: TenantTx, automationId: string): Promise<void> {
  await tx.run(stopOfAutomation, [tx.clientId, automationId]);
}

const failed = statement(
  'automations.count_error',
  `update automations set errors_in_row = errors_in_row + 1,
     state = case when state = 'ON' and errors_in_row + 1 >= $3 then 'PAUSED' else state end,
     paused_by = case when state = 'ON' and errors_in_row + 1 >= $3 then 'errors' else paused_by end,
     on_since = case when errors_in_row + 1 >= $3 then null else on_since end
   where client_id = $1 and id = $2 returning state = 'PAUSED' and errors_in_row = $3 as paused`,
);
/** Counts an error; so many in a row pause the automation, of which its editors are told. */
export async function countError(tx: TenantTx, automationId: string, most: number): Promise<void> {
  const [row] = await tx.rows<{ paused: boolean }>(failed, [tx.clientId, automationId, most]);
  if (row?.paused === true) await tellPaused(tx, automationId);
}

export const pausedJobKind = 'automations.paused';

async function tellPaused(tx: TenantTx, automationId: string): Promise<void> {
  const payload = { automation_id: automationId };
  await enqueueJobs(tx, [{ clientId: tx.clientId, kind: pausedJobKind, weight: 'light', payload }]);
}

const pauseStatement = statement(
  'automations.pause',
  `update automations set state = 'PAUSED', paused_by = $3, on_since = null
   where client_id = $1 and id = $2 and state = 'ON'`,
);
/** Keeps an automation from running until an Admin turns it on again. */
export async function pauseAutomation(tx: TenantTx, automationId: string, by: 'slow_words'): Promise<void> {
  if ((await tx.run(pauseStatement, [tx.clientId, automationId, by])) === 1) await tellPaused(tx, automationId);
}

const succeeded = statement(
  'automations.reset_errors',
  'update automations set errors_in_row = 0 where client_id = $1 and id = any($2) and errors_in_row > 0',
);
export async function resetErrors(tx: TenantTx, automationIds: readonly string[]): Promise<void> {
  if (automationIds.length > 0) await tx.run(succeeded, [tx.clientId, automationIds]);
}

const recentStatement = statement(
  'automations.count_recent_runs',
  `select count(*)::int as n from automation_runs
   where client_id = $1 and thread_id = $2 and automation_id = $3 and started_at > now() - $4 * interval '1 millisecond'
     and not (state = 'STOPPED' and reason = 'bot_loop')`,
);
/** Runs that an automation began in a conversation within so many milliseconds. */
export async function countRecentRuns(
  tx: TenantTx,
  threadId: string,
  automationId: string,
  withinMs: number,
): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(recentStatement, [tx.clientId, threadId, automationId, withinMs]);
  return row?.n ?? 0;
}

const takenStatement = statement(
  'automations.has_taken_arm',
  `select from automation_runs r join automation_run_steps s on s.client_id = $1 and s.run_id = r.id
   where r.client_id = $1 and r.thread_id = $2 and r.automation_id = $3 and r.id <> $4
     and r.started_at > now() - $5 * interval '1 millisecond'
     and s.step_id = $6 and s.outcome = 'took' and (s.detail->>'at')::int = $7 limit 1`,
);
export type TakenArm = {
  threadId: string;
  run: Pick<RunRow, 'id' | 'automation_id'>;
  stepId: string;
  /** -1: none of the arms. */
  at: number;
  withinMs: number;
};

/** Whether another run of the automation took this way of a branch in a conversation within so many milliseconds. */
export async function hasTakenArm(tx: TenantTx, { threadId, run, stepId, at, withinMs }: TakenArm): Promise<boolean> {
  const values = [tx.clientId, threadId, run.automation_id, run.id, withinMs, stepId, at];
  return (await tx.rows(takenStatement, values)).length > 0;
}

const oldStatement = statement(
  'automations.delete_old_runs',
  `delete from automation_runs where (client_id, id) in (
     select client_id, id from automation_runs where ended_at < now() - interval '90 days' order by ended_at limit 5000)`,
);
export async function deleteOldRuns(tx: Executor): Promise<number> {
  return tx.run(oldStatement);
}
