import type { TenantTx } from '../../platform/db/sql.ts';
import type { TimePosition } from '../../platform/http/cursor.ts';
import { Parameters, unnamedStatement } from '../contacts/public.ts';
import type { Visibility } from '../team/public.ts';

export type RatingRow = {
  id: string;
  thread_id: string;
  channel_id: string;
  user_id: string | null;
  score: number;
  scale: 3 | 5;
  comment: string | null;
  answered_at: Date;
};
export type RatingFilter = {
  from?: string | undefined;
  to?: string | undefined;
  score?: number | undefined;
  channel_id?: string | undefined;
  member_id?: string | undefined;
  assignee_id?: string | undefined;
  group_id?: string | undefined;
  thread_id?: string | undefined;
};

/** Ratings of conversations that the reader may see now, newest first. A comment goes with its message. */
export function listRatings(
  tx: TenantTx,
  filter: RatingFilter,
  view: Visibility,
  page: { before: TimePosition; limit: number },
): Promise<RatingRow[]> {
  const parameters = new Parameters(tx.clientId);
  const { from, to, score, channel_id, member_id, assignee_id, group_id, thread_id } = filter;
  const zone = '(select time_zone from shared_clients where id = $1)';
  const uuid = (value: string) => `${parameters.add(value)}::uuid`;
  const conditions = ['r.client_id = $1', 'r.score is not null'];
  if (from !== undefined)
    conditions.push(`r.answered_at >= ${parameters.add(from)}::date::timestamp at time zone ${zone}`);
  if (to !== undefined)
    conditions.push(`r.answered_at < (${parameters.add(to)}::date + 1)::timestamp at time zone ${zone}`);
  if (score !== undefined) conditions.push(`r.score = ${parameters.add(score)}`);
  if (channel_id !== undefined) conditions.push(`r.channel_id = ${uuid(channel_id)}`);
  if (member_id !== undefined) conditions.push(`r.user_id = ${uuid(member_id)}`);
  if (assignee_id !== undefined) conditions.push(`r.assignee_id = ${uuid(assignee_id)}`);
  if (group_id !== undefined) conditions.push(`r.assignee_group_id = ${uuid(group_id)}`);
  if (thread_id !== undefined)
    conditions.push(`r.thread_id in (select o.id from shared_threads o where o.client_id = $1 and o.contact_id = (
      select contact_id from shared_threads where client_id = $1 and id = ${uuid(thread_id)}))`);
  if (view.channelIds !== null) conditions.push(`t.channel_id = any(${parameters.add(view.channelIds)}::uuid[])`);
  if (view.assigneeId !== null)
    conditions.push(
      `(t.assignee_id = ${uuid(view.assigneeId)} or t.assignee_group_id = any(${parameters.add(view.groupIds)}::uuid[]))`,
    );
  const { at, id } = page.before;
  conditions.push(`(r.answered_at, r.id) < (${parameters.add(at)}::timestamptz, ${uuid(id)})`);
  return tx.rows(
    unnamedStatement(`select r.id, t.id as thread_id, r.channel_id, r.user_id, r.score, r.scale, r.answered_at, m.body as comment
      from ratings r
      cross join lateral (select resolve_thread($1, r.thread_id) as id offset 0) now
      cross join lateral (select * from shared_threads where client_id = $1 and id = now.id offset 0) t
      left join lateral (select content->>'body' as body from shared_messages
        where client_id = $1 and id = r.comment_message_id offset 0) m on true
      where ${conditions.join(' and ')}
      order by r.answered_at desc, r.id desc limit ${parameters.add(page.limit)}`),
    parameters.values,
  );
}
