import { isAtLeast } from '@parley/contract/permissions';
import type { Report, ReportQuery } from '@parley/contract/types';
import { AppError } from '../../platform/errors.ts';
import type { Parameters } from '../contacts/public.ts';
import { type MemberViewer, type Visibility, visibilityOf } from '../team/public.ts';
import { addDays, type Days } from './days.ts';

export type ReportScope = {
  days: Days;
  timeZone: string;
  rolledBefore: string | null;
  /** Everything up to then is counted. */
  countedAt: Date;
  /** Of a recount that is going on. */
  recount: Report['recount'];
  /** The channels whose figures are read: never those of a sandbox beside others. */
  channelIds: readonly string[];
  memberId: string | undefined;
  groupId: string | undefined;
  view: Visibility;
  /** Reads figures of other members. */
  seesMembers: boolean;
  uid: string;
};

/** @throws AppError for a User who asks about another member */
export function scopeFor(
  actor: MemberViewer,
  query: ReportQuery,
  rest: Pick<ReportScope, 'days' | 'timeZone' | 'rolledBefore' | 'countedAt' | 'recount' | 'channelIds'>,
): ReportScope {
  const seesMembers = isAtLeast(actor.role, 'Admin');
  if (query.member_id !== undefined && query.member_id !== actor.uid && !seesMembers) {
    throw new AppError('forbidden', { message: 'Only Admins and Owners see figures of other members.' });
  }
  return {
    ...rest,
    memberId: query.member_id,
    groupId: query.group_id,
    view: visibilityOf(actor),
    seesMembers,
    uid: actor.uid,
  };
}

/**
 * Conditions on rows with a channel and an assignment. Members who see assigned conversations only get the figures of
 * those that were assigned to them or their groups at the time.
 */
export function placeConditions(scope: ReportScope, alias: string, parameters: Parameters): string[] {
  const { channelIds, memberId, groupId, view } = scope;
  const parts = [`${alias}.client_id = $1`, `${alias}.channel_id = any(${parameters.add(channelIds)}::uuid[])`];
  if (memberId !== undefined) parts.push(`${alias}.assignee_id = ${parameters.add(memberId)}::uuid`);
  if (groupId !== undefined) parts.push(`${alias}.assignee_group_id = ${parameters.add(groupId)}::uuid`);
  if (view.assigneeId !== null) {
    const [uid, groups] = [parameters.add(view.assigneeId), parameters.add(view.groupIds)];
    parts.push(`(${alias}.assignee_id = ${uid}::uuid or ${alias}.assignee_group_id = any(${groups}::uuid[]))`);
  }
  return parts;
}

/** The first day of the following month. */
const monthAfter = (day: string) => `${addDays(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`;

/**
 * The days of a period that are read from the roll-ups: from `from` on, before `until`. Those have no assignment, so
 * reports about a part of the conversations do without.
 * @returns null for none
 */
export function rolledDays(scope: ReportScope, unit: 'day' | 'month'): { from: string; until: string } | null {
  const { days, rolledBefore, memberId, groupId, view } = scope;
  if (rolledBefore === null || memberId !== undefined || groupId !== undefined || view.assigneeId !== null) return null;
  const after = addDays(days.to, 1);
  const end = rolledBefore < after ? rolledBefore : after;
  const from = unit === 'day' || days.from.endsWith('-01') ? days.from : monthAfter(days.from);
  const until = unit === 'day' ? end : `${end.slice(0, 8)}01`;
  return from < until ? { from, until } : null;
}

/**
 * As `quarters`, the quarters of an hour of the period that are not rolled up, with their local day and hour; and as
 * `bounds`, their limits: `first` to `rolled_first` and `rolled_next` to `next`, each without its end.
 */
export function quartersOf(scope: ReportScope, unit: 'day' | 'month', parameters: Parameters): string {
  const { days, timeZone } = scope;
  const rolled = rolledDays(scope, unit) ?? { from: days.from, until: days.from };
  const zone = parameters.add(timeZone);
  const quarter = (day: string) => `report_quarter(${parameters.add(day)}::date::timestamp at time zone ${zone})`;
  return `bounds as materialized (
      select ${quarter(days.from)} as first, ${quarter(rolled.from)} as rolled_first, ${quarter(rolled.until)} as rolled_next,
        ${quarter(addDays(days.to, 1))} as next
    ), quarters as materialized (
      select quarter, local::date as day, extract(hour from local)::int as hour
      from (
        select generate_series(first, rolled_first - 1) as quarter from bounds
        union all select generate_series(rolled_next, next - 1) from bounds
      ) open cross join lateral (select to_timestamp(quarter * 900::float8) at time zone ${zone} as local) l
    ), delayed_quarters as materialized (
      select quarter, local::date as day, extract(hour from local)::int as hour
      from (
        select quarter from report_counts, bounds where client_id = $1 and delayed and quarter >= rolled_first and quarter < rolled_next
        union select quarter from report_times, bounds where client_id = $1 and delayed and quarter >= rolled_first and quarter < rolled_next
      ) delayed cross join lateral (select to_timestamp(quarter * 900::float8) at time zone ${zone} as local) l
    )`;
}

/** Rows of a table `alias` that are read with `quarters`, and delayed ones with `delayed_quarters`: their joins and conditions. */
export const openRows = (alias: string) => [
  `quarters s on s.quarter = ${alias}.quarter
    where ${alias}.quarter >= (select first from bounds) and ${alias}.quarter < (select rolled_first from bounds)`,
  `quarters s on s.quarter = ${alias}.quarter
    where ${alias}.quarter >= (select rolled_next from bounds) and ${alias}.quarter < (select next from bounds)`,
  `delayed_quarters s on s.quarter = ${alias}.quarter where ${alias}.delayed
    and ${alias}.quarter >= (select rolled_first from bounds) and ${alias}.quarter < (select rolled_next from bounds)`,
];
