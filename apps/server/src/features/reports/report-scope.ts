import { isAtLeast } from '@parley/contract/permissions';
import type { ReportQuery } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Parameters } from '../contacts/public.ts';
import { type Visibility, visibilityOf } from '../team/public.ts';
import type { Days } from './days.ts';

export type ReportScope = {
  days: Days;
  timeZone: string;
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
  actor: MemberActor,
  query: ReportQuery,
  rest: Pick<ReportScope, 'days' | 'timeZone' | 'channelIds'>,
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

/** The quarters of an hour of the period with their local day and hour, as `slots`. */
export function slotsOf({ days, timeZone }: ReportScope, parameters: Parameters): string {
  const [from, to] = [parameters.add(days.from), parameters.add(days.to)];
  const zone = parameters.add(timeZone);
  return `bounds as materialized (
      select report_slot(${from}::date::timestamp at time zone ${zone}) as first,
        report_slot((${to}::date + 1)::timestamp at time zone ${zone}) - 1 as last
    ), slots as materialized (
      select slot, local::date as day, extract(hour from local)::int as hour
      from bounds, generate_series(first, last) as slot,
        lateral (select to_timestamp(slot * 900.0) at time zone ${zone} as local) l
    )`;
}
