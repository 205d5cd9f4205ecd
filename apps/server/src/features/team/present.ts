import { isAtLeast, unrestricted } from '@parley/contract/permissions';
import type { TeamMember, UserGroup } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { GroupRow } from './group-repo.ts';
import type { MemberRow, OpenThreads } from './member-repo.ts';
import type { ReplyTimes } from './reply-time-repo.ts';

/** A member as the reader may see it: settings are visible to those who manage them, and to the member. */
export function presentMember(
  actor: MemberActor,
  row: MemberRow,
  more: { threads: OpenThreads | undefined; replies: ReplyTimes | undefined; twoStep: boolean },
): TeamMember {
  const self = row.user_id === actor.uid;
  const inFull = self || isAtLeast(actor.role, 'Admin');
  return {
    user_id: row.user_id,
    name: row.name,
    email: row.email,
    photo_url: row.photo_url,
    role: row.role,
    state: row.suspended ? 'suspended' : 'active',
    online: row.online,
    ...awayOf(row),
    working_hours: row.working_hours,
    customer_name: row.customer_name,
    group_ids: row.group_ids,
    joined_at: row.created_at.toISOString(),
    self,
    restrictions: inFull ? { ...unrestricted, ...row.restrictions } : null,
    last_seen_at: inFull ? (row.last_seen_at?.toISOString() ?? null) : null,
    open_threads: inFull ? (more.threads?.open ?? 0) : null,
    ...(inFull && more.threads && more.threads.sandbox > 0 && { sandbox_threads: more.threads.sandbox }),
    first_reply_median_s: inFull ? (more.replies?.median_s ?? null) : null,
    two_step_verification: inFull ? more.twoStep : null,
    first_replies: inFull ? (more.replies?.replies ?? 0) : null,
    version: row.version,
  };
}

/** Whether a member is away now, and until when; null without an end. */
export function awayOf({ away_until: until }: Pick<MemberRow, 'away_until'>): Pick<TeamMember, 'away' | 'away_until'> {
  const away = until !== null && Number(until) > Date.now();
  return { away, away_until: away && until instanceof Date ? until.toISOString() : null };
}

export function presentGroup(row: GroupRow): UserGroup {
  return { id: row.id, name: row.name, member_ids: row.member_ids, version: row.version };
}
