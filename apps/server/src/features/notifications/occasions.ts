import type { NotificationKind, Role } from '@parley/contract/types';
import type { Visibility } from '../team/public.ts';

/** What the time says of a conversation. */
type Warning = 'closing' | 'due' | 'overdue' | 'resolve_due' | 'resolve_overdue';

export type SubjectRow = {
  what: 'message' | 'failed' | 'note' | 'assigned' | Warning | 'bot_loop';
  id: string;
  thread_id: string;
  channel_id: string;
  assignee_id: string | null;
  assignee_group_id: string | null;
  /** Who caused it; a uid, or `webhook`, `bot`, `api:…`. */
  created_by: string;
  /** The members a note mentions. */
  user_ids: string[];
  unread_count: number;
  /** The members who muted the conversation. */
  muted_by: string[];
  /** Admins and Owners are told too. */
  to_admins?: boolean;
};

/** An event of a broadcast. */
export type CampaignSubject = {
  id: string;
  campaign_id: string;
  channel_id: string;
  created_by: string;
  actor: string;
  /** The creator and who started it. */
  authors: string[];
};

/** One thing a member should know. */
export type Occasion = {
  user_id: string;
  kind: NotificationKind;
  /** One of the three. */
  thread_id: string | null;
  campaign_id: string | null;
  automation_id: string | null;
  subject_id: string;
  actor_id: string | null;
  /** It has no assignee: only by the methods by which the member is told of unassigned messages. */
  unassigned?: boolean;
};

export type Member = {
  user_id: string;
  role: Role;
  group_ids: readonly string[];
  view: Pick<Visibility, 'canSeeCampaign'> & { canSeeThread(thread: SubjectRow): boolean };
};

/**
 * Who should know what of some events: nobody of what they caused themselves or may not see, and of what they muted only
 * mentions.
 */
export function occasionsOf(subjects: readonly SubjectRow[], members: readonly Member[]): Occasion[] {
  return subjects.flatMap((subject) =>
    members.flatMap((member): Occasion[] => {
      const kind = kindFor(subject, member);
      if (kind === null || (kind !== 'mention' && subject.muted_by.includes(member.user_id))) return [];
      if (!member.view.canSeeThread(subject)) return [];
      const byMember = subject.what === 'note' || subject.what === 'assigned';
      return [
        {
          user_id: member.user_id,
          kind,
          thread_id: subject.thread_id,
          campaign_id: null,
          automation_id: null,
          subject_id: subject.id,
          actor_id: byMember ? subject.created_by : null,
          unassigned: isWarning(subject) && isUnassigned(subject) && !isForAdmin(subject, member),
        },
      ];
    }),
  );
}

const warnings: ReadonlySet<string> = new Set<Warning>(['closing', 'due', 'overdue', 'resolve_due', 'resolve_overdue']);
function isWarning(subject: SubjectRow): subject is SubjectRow & { what: Warning } {
  return warnings.has(subject.what);
}
const isUnassigned = (subject: SubjectRow) => subject.assignee_id === null && subject.assignee_group_id === null;
const isForAdmin = (subject: SubjectRow, { role }: Member) => subject.to_admins === true && role !== 'User';

function kindFor(subject: SubjectRow, member: Member): NotificationKind | null {
  const { user_id: uid, group_ids: groups } = member;
  const { what, assignee_id: assignee, assignee_group_id: group, created_by: author } = subject;
  if (what === 'failed') return author === uid ? 'failed' : null;
  if (author === uid) return null;
  if (what === 'bot_loop') return member.role === 'User' ? null : 'bot_loop';
  if (what === 'note') return subject.user_ids.includes(uid) ? 'mention' : null;
  if (what === 'assigned') return assignee === uid ? 'assigned' : null;
  if (isWarning(subject)) {
    if (isUnassigned(subject) || isForAdmin(subject, member)) return subject.what;
    if (assignee !== null) return assignee === uid ? subject.what : null;
    return group !== null && groups.includes(group) ? subject.what : null;
  }
  // A member has read it meanwhile.
  if (subject.unread_count === 0) return null;
  if (assignee !== null) return assignee === uid ? 'mine' : 'other';
  if (group !== null) return groups.includes(group) ? 'mine' : 'other';
  return 'unassigned';
}

/** The creator of a broadcast and who started it should know of its events, unless they caused them or may not see it. */
export function campaignOccasionsOf(subjects: readonly CampaignSubject[], members: readonly Member[]): Occasion[] {
  return subjects.flatMap((subject) =>
    members
      .filter(({ user_id: uid }) => subject.authors.includes(uid) && subject.actor !== uid)
      .filter(({ view }) => view.canSeeCampaign(subject))
      .map(
        ({ user_id }): Occasion => ({
          user_id,
          kind: 'broadcast',
          thread_id: null,
          campaign_id: subject.campaign_id,
          automation_id: null,
          subject_id: subject.id,
          actor_id: subject.actor === 'bot' ? null : subject.actor,
        }),
      ),
  );
}

/** Who may edit automations should know that one paused itself. @param pause names this pause among all of the automation */
export function pauseOccasionsOf(
  automationId: string,
  pause: string,
  members: readonly Pick<Member, 'user_id' | 'role'>[],
): Occasion[] {
  return members
    .filter(({ role }) => role !== 'User')
    .map(({ user_id }) => ({
      user_id,
      kind: 'automation_paused',
      thread_id: null,
      campaign_id: null,
      automation_id: automationId,
      subject_id: pause,
      actor_id: null,
    }));
}
