import type { Automation, AutomationRun, FlowProblem, RunStep } from '@parley/contract/types';
import type { Visibility } from '../team/public.ts';
import type { AutomationRow } from './automation-repo.ts';
import type { RunCounts } from './run-counts-query.ts';
import type { RunView, TraceRow } from './runs-query.ts';

const none: RunCounts = { runs: 0, handed_over: 0, failed: 0, waiting: 0 };

export function presentAutomation(
  row: AutomationRow,
  problems: FlowProblem[],
  { waiting, ...counts }: RunCounts = none,
): Automation {
  const { id, name, state, paused_by, draft, live, published_version, updated_at, updated_by, version } = row;
  return {
    id,
    name,
    state,
    paused_by,
    flow: draft,
    published_version,
    changed: live === null || !sameFlow(draft, live),
    problems,
    counts,
    waiting,
    updated_at: updated_at.toISOString(),
    updated_by,
    version,
  };
}

/** PostgreSQL sorts the keys of both alike. */
function sameFlow(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function presentRun(row: RunView, view: Pick<Visibility, 'about'>): AutomationRun {
  const { assignee_id: _member, assignee_group_id: _group, channel_id: _channel, variables: _own, ...rest } = row;
  const { to_phone: number, ...run } = rest;
  return {
    ...run,
    contact_name: view.about(run.contact_name, number),
    due_at: row.due_at?.toISOString() ?? null,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

export function presentTrace(row: TraceRow): RunStep {
  return { ...row, at: row.at.toISOString() };
}
