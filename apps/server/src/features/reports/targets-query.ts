import type { TargetKind } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { TimePosition } from '../../platform/http/cursor.ts';
import { Parameters, unnamedStatement } from '../contacts/public.ts';
import { addDays } from './days.ts';
import { placeConditions, type ReportScope } from './report-scope.ts';

export type TargetsRow = {
  by: 'total' | 'member' | 'channel';
  key: string | null;
  kind: TargetKind;
  kept: number;
  missed: number;
};

/** How many were kept and missed, in all, by member and by channel. */
export function countTargets(tx: TenantTx, scope: ReportScope): Promise<TargetsRow[]> {
  const parameters = new Parameters(tx.clientId);
  return tx.rows(
    unnamedStatement(`with ${outcomes(scope, parameters)}
      select case grouping(o.assignee_id, o.channel_id) when 3 then 'total' when 1 then 'member' else 'channel' end as by,
        coalesce(o.assignee_id, o.channel_id)::text as key, o.kind, ${counts}
      from outcomes o group by grouping sets ((o.kind), (o.assignee_id, o.kind), (o.channel_id, o.kind))`),
    parameters.values,
  );
}

/** The same by label. */
export function countTargetsByLabel(tx: TenantTx, scope: ReportScope): Promise<Omit<TargetsRow, 'by'>[]> {
  const parameters = new Parameters(tx.clientId);
  return tx.rows(
    unnamedStatement(`with ${outcomes(scope, parameters)}
      select l.label_id::text as key, o.kind, ${counts}
      from outcomes o join shared_thread_labels l on l.client_id = $1 and l.thread_id = o.thread_id group by 1, 2`),
    parameters.values,
  );
}

export type MissedRow = {
  id: string;
  thread_id: string;
  channel_id: string;
  kind: TargetKind;
  due_at: Date;
  ended_at: Date | null;
  assignee_id: string | null;
};
export type MissedFilter = { kind?: TargetKind | undefined; label_id?: string | undefined; noMember: boolean };

/** Missed ones of conversations that the reader may see now. */
export function listMissedTargets(
  tx: TenantTx,
  scope: ReportScope,
  { kind, label_id: label, noMember }: MissedFilter,
  page: { before: TimePosition; limit: number },
): Promise<MissedRow[]> {
  const parameters = new Parameters(tx.clientId);
  const with_ = outcomes(scope, parameters);
  const { channelIds, assigneeId, groupIds } = scope.view;
  const conditions = [missed];
  if (kind !== undefined) conditions.push(`o.kind = ${parameters.add(kind)}`);
  if (label !== undefined) {
    conditions.push(`exists (select from shared_thread_labels l
      where l.client_id = $1 and l.thread_id = t.id and l.label_id = ${parameters.add(label)}::uuid)`);
  }
  if (noMember) conditions.push('o.assignee_id is null');
  if (channelIds !== null) conditions.push(`t.channel_id = any(${parameters.add(channelIds)}::uuid[])`);
  if (assigneeId !== null) {
    conditions.push(
      `(t.assignee_id = ${parameters.add(assigneeId)}::uuid or t.assignee_group_id = any(${parameters.add(groupIds)}::uuid[]))`,
    );
  }
  const { at, id } = page.before;
  conditions.push(`(o.due_at, o.id) < (${parameters.add(at)}::timestamptz, ${parameters.add(id)}::uuid)`);
  return tx.rows(
    unnamedStatement(`with ${with_}
      select o.id, t.id as thread_id, o.channel_id, o.kind, o.due_at, o.ended_at, o.assignee_id
      from outcomes o
      cross join lateral (select resolve_thread($1, o.thread_id) as id offset 0) now
      cross join lateral (select * from shared_threads where client_id = $1 and id = now.id offset 0) t
      where ${conditions.join(' and ')}
      order by o.due_at desc, o.id desc limit ${parameters.add(page.limit)}`),
    parameters.values,
  );
}

const missed = '(o.ended_at is null or o.ended_at > o.due_at)';
const counts = `count(*) filter (where o.ended_at <= o.due_at)::int as kept,
  count(*) filter (where ${missed})::int as missed`;

/** What was decided in the period, and as missed without an end what is overdue now. */
function outcomes(scope: ReportScope, parameters: Parameters): string {
  const { days, timeZone } = scope;
  const zone = parameters.add(timeZone);
  const start = (day: string) => `(${parameters.add(day)}::date::timestamp at time zone ${zone})`;
  const [from, next] = [start(days.from), start(addDays(days.to, 1))];
  const place = (alias: string) => placeConditions(scope, alias, parameters).join(' and ');
  const open = (
    kind: string,
    due: string,
  ) => `select t.id, t.id as thread_id, t.channel_id, ${kind} as kind, ${due} as due_at,
      null::timestamptz as ended_at, t.assignee_id, t.assignee_group_id
    from shared_threads t join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id
    where ${place('t')} and t.state = 'ACTIVE' and ${due} >= ${from} and ${due} < ${next}
      and ${due} <= now() + c.clock_offset_ms * interval '1 millisecond'`;
  return `outcomes as (
    select r.id, r.thread_id, r.channel_id, r.kind, r.due_at, r.ended_at, r.assignee_id, r.assignee_group_id
    from shared_target_results r
    where ${place('r')} and least(r.due_at, r.ended_at) >= ${from} and least(r.due_at, r.ended_at) < ${next}
    union all ${open(`case when t.answered then 'next' else 'first' end`, 't.reply_due_at')}
    union all ${open(`'resolution'`, 't.resolve_due_at')}
  )`;
}
