import type { ThreadEvent } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import { runSlice } from '../../../platform/maintenance.ts';
import type { ThreadEventRow } from './thread-event-repo.ts';

type NoticeRow = {
  id: string;
  kind: ThreadEvent['kind'];
  template_name: string | null;
  template_language: string | null;
  reason: string | null;
  at: Date;
};

/*
 * A notice is shown where it matters: of a channel, in conversations with a message of the week before; of a template,
 * in conversations that it was sent to in the week before, as far as their newest thousand messages tell. The id is that
 * of the notice in this conversation: devices keep rows by id.
 */
const listStatement = statement(
  'messaging.list_thread_notices',
  `with thread as materialized (
     select t.channel_id, c.waba_id from threads t join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id
     where t.client_id = $1 and t.id = $2
   ), recent as materialized (
     select type, direction, content, sort_at from messages
     where client_id = $1 and thread_id = $2 and sort_at <= $3 order by sort_at desc, id desc limit 1000
   ), sent as materialized (
     select content->>'name' as name, coalesce(content->'language'->>'code', content->>'language') as language, sort_at
     from recent where type = 'template' and direction = 'OUTGOING'
   ), found as (
     select n.id, n.kind, n.template_name, n.template_language, n.reason, n.at
     from thread join thread_notices n on n.client_id = $1 and n.channel_id = thread.channel_id and n.at <= $3
     where exists (select from messages m where m.client_id = $1 and m.thread_id = $2 and m.sort_at <= n.at
       and m.sort_at > n.at - interval '7 days')
     union all
     select n.id, n.kind, n.template_name, n.template_language, n.reason, n.at
     from thread cross join (select distinct name, language from sent) used
     join thread_notices n on n.client_id = $1 and n.waba_id = thread.waba_id and n.template_name = used.name
       and n.template_language = used.language and n.at <= $3
     where exists (select from sent s where s.name = used.name and s.language = used.language and s.sort_at <= n.at
       and s.sort_at > n.at - interval '7 days')
   )
   select * from (
     select md5(f.id::text || $2::uuid::text)::uuid as id, f.kind, f.template_name, f.template_language, f.reason, f.at
     from found f
   ) shown
   where (shown.at, shown.id) < ($3, $4::uuid)
   order by shown.at desc, shown.id desc limit $5`,
);

/** What happened to the channel and the templates of a conversation, newest first, as lines of its activity. */
export async function listThreadNotices(
  tx: TenantTx,
  threadId: string,
  before: { at: Date; id: string },
  limit: number,
): Promise<ThreadEventRow[]> {
  const rows = await tx.rows<NoticeRow>(listStatement, [tx.clientId, threadId, before.at, before.id, limit]);
  return rows.map(({ id, kind, template_name, template_language, reason, at }) => ({
    id,
    thread_id: threadId,
    kind,
    detail: {
      ...(template_name === null ? {} : { template_name }),
      ...(template_language === null ? {} : { template_language }),
      ...(reason === null ? {} : { reason }),
    },
    at,
    created_by: 'webhook',
    version: 1,
  }));
}

const oldStatement = statement(
  'messaging.delete_old_thread_notices',
  `delete from thread_notices where ctid = any(array(
     select ctid from thread_notices where at < now() - interval '90 days' order by at limit 5000))`,
);

/** Deletes notices after 90 days. */
export function deleteOldThreadNotices(tx: Executor): Promise<number> {
  return runSlice(tx.run(oldStatement));
}
