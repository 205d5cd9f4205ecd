import type { NotificationKind } from '@parley/contract/types';

export type SubjectRow = {
  what: 'message' | 'failed' | 'note' | 'assigned' | 'closing';
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
};

/** One thing a member should know. */
export type Occasion = {
  user_id: string;
  kind: NotificationKind;
  thread_id: string;
  subject_id: string;
  actor_id: string | null;
};

export type Member = {
  user_id: string;
  group_ids: readonly string[];
  view: { canSeeThread(thread: SubjectRow): boolean };
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
          subject_id: subject.id,
          actor_id: byMember ? subject.created_by : null,
        },
      ];
    }),
  );
}

function kindFor(subject: SubjectRow, { user_id: uid, group_ids: groups }: Member): NotificationKind | null {
  const { what, assignee_id: assignee, assignee_group_id: group, created_by: author } = subject;
  if (what === 'failed') return author === uid ? 'failed' : null;
  if (author === uid) return null;
  if (what === 'note') return subject.user_ids.includes(uid) ? 'mention' : null;
  if (what === 'assigned') return assignee === uid ? 'assigned' : null;
  if (what === 'closing') {
    if (assignee !== null) return assignee === uid ? 'closing' : null;
    return group !== null && groups.includes(group) ? 'closing' : null;
  }
  // A member has read it meanwhile.
  if (subject.unread_count === 0) return null;
  if (assignee !== null) return assignee === uid ? 'mine' : 'other';
  if (group !== null) return groups.includes(group) ? 'mine' : 'other';
  return 'unassigned';
}
