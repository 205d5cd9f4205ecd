import type { TenantTx } from '../../../platform/db/sql.ts';
import { Parameters, unnamedStatement } from '../../contacts/public.ts';
import { addDays } from '../days.ts';
import { placeConditions, type ReportScope } from '../report-scope.ts';

/** What happened in a conversation in the period. Durations in seconds. */
export type ConversationRow = {
  thread_id: string;
  first_at: Date;
  last_at: Date;
  received: number;
  sent: number;
  /** Of the first reply in the period; null: none. */
  first_reply_s: number | null;
  /** When it was last marked as done in the period, and how long it had been open. */
  done_at: Date | null;
  resolution_s: number | null;
  reopened: number;
  score: number | null;
};

/** Conversations with a message in the period, by id, after `after`. Members and groups by today's assignment. */
export function listConversations(
  tx: TenantTx,
  scope: ReportScope,
  after: string | null,
  limit: number,
): Promise<ConversationRow[]> {
  const parameters = new Parameters(tx.clientId);
  const zone = parameters.add(scope.timeZone);
  const start = (day: string) => `(${parameters.add(day)}::date::timestamp at time zone ${zone})`;
  const [from, next] = [start(scope.days.from), start(addDays(scope.days.to, 1))];
  const places = placeConditions(scope, 't', parameters).join(' and ');
  return tx.rows<ConversationRow>(
    unnamedStatement(`select t.id as thread_id, m.first_at, m.last_at, m.received, m.sent, m.first_reply_s,
        d.done_at, d.resolution_s, d.reopened, r.score
      from shared_threads t
      cross join lateral (
        select min(m.sort_at) as first_at, max(m.sort_at) as last_at, count(*) filter (where m.direction = 'INCOMING')::int as received,
          count(*) filter (where m.direction = 'OUTGOING')::int as sent,
          (array_agg(p.seconds order by m.sort_at, m.id) filter (where p.seconds is not null))[1] as first_reply_s
        from shared_messages m
        left join report_times p on p.client_id = $1 and p.source_id = m.id and p.kind = 'reply' and not p.failed
        where m.client_id = $1 and m.thread_id = t.id and m.sort_at >= ${from} and m.sort_at < ${next}
      ) m
      cross join lateral (
        select max(e.at) filter (where e.kind = 'done') as done_at, count(*) filter (where e.kind = 'reopened')::int as reopened,
          (array_agg(p.seconds order by e.at desc, e.id desc) filter (where e.kind = 'done'))[1] as resolution_s
        from shared_thread_events e left join report_times p on p.client_id = $1 and p.source_id = e.id
        where e.client_id = $1 and e.thread_id = t.id and e.kind in ('done', 'reopened') and e.at >= ${from} and e.at < ${next}
      ) d
      left join lateral (
        select r.score from shared_ratings r where r.client_id = $1 and r.thread_id = t.id and r.score is not null
          and r.answered_at >= ${from} and r.answered_at < ${next} order by r.answered_at desc limit 1
      ) r on true
      where ${places} and t.merged_into is null and t.last_message_at >= ${from} and t.created_at < ${next}
        and ${after === null ? 'true' : `t.id > ${parameters.add(after)}::uuid`} and m.first_at is not null
      order by t.id limit ${parameters.add(limit)}`),
    parameters.values,
  );
}
