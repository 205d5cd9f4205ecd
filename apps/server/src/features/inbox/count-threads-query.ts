import { type CountedView, splitConditions, viewConditions } from '@parley/contract/threads';
import type { SavedView, ThreadCounts } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { forceCustomPlans, Parameters, unnamedStatement } from '../contacts/public.ts';
import { countScheduledThreads } from '../messaging/public.ts';
import {
  conditionsOf,
  lookupConditions,
  type ThreadScope,
  threadChannels,
  visibleConditions,
} from './thread-conditions-query.ts';

const views = Object.keys(viewConditions) as CountedView[];

/** How many threads each view has, in one pass, and each saved view in another. */
export async function countThreads(
  tx: TenantTx,
  scope: ThreadScope,
  saved: readonly SavedView[],
): Promise<ThreadCounts> {
  const parameters = new Parameters(tx.clientId);
  const counts = views.map((view) => {
    const condition = conditionsOf(viewConditions[view], scope, parameters).join(' and ');
    return `count(*) filter (where ${condition})::int as ${view}`;
  });
  const visible = ['t.client_id = $1', ...visibleConditions(scope, parameters)].join(' and ');
  await tx.rows(forceCustomPlans);
  const rows = await tx.rows<Record<CountedView, number> & { channel_id: string; group_id: string | null }>(
    unnamedStatement(`select t.channel_id, t.assignee_group_id as group_id, ${counts.join(', ')}
      from shared_threads t ${threadChannels} where ${visible} group by 1, 2`),
    parameters.values,
  );
  const labelled = new Parameters(tx.clientId);
  const active = [
    't.client_id = $1',
    ...conditionsOf(viewConditions.active, scope, labelled),
    ...visibleConditions(scope, labelled),
  ].join(' and ');
  const labels = await tx.rows<{ id: string; threads: number }>(
    unnamedStatement(`select l.label_id as id, count(*)::int as threads
      from thread_labels l join shared_threads t on t.client_id = l.client_id and t.id = l.thread_id ${threadChannels}
      where l.client_id = $1 and ${active} group by 1`),
    labelled.values,
  );
  const total: ThreadCounts = {
    views: { mine: 0, unassigned: 0, active: 0, closing: 0, overdue: 0, snoozed: 0, failed: 0, done: 0 },
    scheduled: await countScheduledThreads(tx, seenBy(scope)),
    done_today: await countDoneToday(tx, scope),
    channels: {},
    groups: {},
    labels: Object.fromEntries(labels.map(({ id, threads }) => [id, threads])),
    saved: await countSaved(tx, scope, saved),
  };
  for (const row of rows) {
    for (const view of views) total.views[view] += row[view];
    total.channels[row.channel_id] = (total.channels[row.channel_id] ?? 0) + row.active;
    if (row.group_id !== null) total.groups[row.group_id] = (total.groups[row.group_id] ?? 0) + row.active;
  }
  return total;
}

async function countDoneToday(tx: TenantTx, scope: ThreadScope): Promise<number> {
  const parameters = new Parameters(tx.clientId);
  const done = [...conditionsOf(viewConditions.done, scope, parameters), ...visibleConditions(scope, parameters)];
  const [row] = await tx.rows<{ threads: number }>(
    unnamedStatement(`select count(distinct t.id)::int as threads
      from shared_clients c join shared_thread_events e on e.client_id = c.id and e.kind = 'done'
        and e.at >= date_trunc('day', now(), c.time_zone)
      join shared_threads t on t.client_id = e.client_id and t.id = e.thread_id ${threadChannels}
      where c.id = $1 and t.client_id = $1 and e.client_id = $1 and ${done.join(' and ')}`),
    parameters.values,
  );
  return row?.threads ?? 0;
}

function seenBy({ visibleTo, channelIds }: ThreadScope) {
  return {
    channelIds: channelIds === undefined ? null : [...channelIds],
    assigneeId: visibleTo?.uid ?? null,
    groupIds: [...(visibleTo?.groupIds ?? [])],
  };
}

/** Counting stops here for each account: a member with many views must not make counting slow. */
const mostSaved = 50;

async function countSaved(
  tx: TenantTx,
  scope: ThreadScope,
  saved: readonly SavedView[],
): Promise<Record<string, number>> {
  const counted = saved.slice(0, mostSaved);
  if (counted.length === 0) return {};
  const parameters = new Parameters(tx.clientId);
  const counts = counted.map(({ conditions }, place) => {
    const { ofRow, lookup } = splitConditions(conditions);
    const parts = [...conditionsOf(ofRow, scope, parameters), ...lookupConditions(lookup, parameters)];
    return `count(*) filter (where ${parts.join(' and ')})::int as n${place}`;
  });
  const visible = ['t.client_id = $1', ...visibleConditions(scope, parameters)].join(' and ');
  const [row] = await tx.rows<Record<string, number>>(
    unnamedStatement(`select ${counts.join(', ')} from shared_threads t ${threadChannels} where ${visible}`),
    parameters.values,
  );
  return Object.fromEntries(counted.map(({ id }, place) => [id, row?.[`n${place}`] ?? 0]));
}
