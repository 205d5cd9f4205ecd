import { type Executor, statement } from '../../../platform/db/sql.ts';

export type WantedThread = {
  clientId: string;
  channelId: string;
  contactId: string;
  toPhone: string | null;
  toUserId: string | null;
  /** Of a WhatsApp group, WhatsApp's id of it; `contactId` is that of its row among the contacts. */
  groupId?: string | null;
  /** State of a new thread, default ACTIVE; an existing one stays unchanged. */
  state?: 'ACTIVE' | 'DONE';
  /**
   * The message that the same transaction writes into it: a new thread names it as its last one from the start, which
   * saves the second write of every new thread of a broadcast.
   */
  firstMessageId?: string;
};

export const threadKey = (thread: { clientId: string; channelId: string; contactId: string }): string =>
  `${thread.clientId}/${thread.channelId}/${thread.contactId}`;

const insertThreadsStatement = statement(
  'messaging.ensure_threads',
  `insert into threads (client_id, id, channel_id, contact_id, to_phone, to_user_id, group_id, state, last_message_id, last_message_at,
     last_sort_at)
   select x.client_id, x.new_id, x.channel_id, x.contact_id, x.to_phone, x.to_user_id, x.group_id, coalesce(x.state, 'ACTIVE'),
     x.first_message_id, case when x.first_message_id is not null then date_trunc('milliseconds', clock_timestamp()) end,
     case when x.first_message_id is not null then date_trunc('milliseconds', clock_timestamp()) + (
       select c.clock_offset_ms * interval '1 millisecond' from shared_channels c where c.client_id = x.client_id and c.id = x.channel_id
     ) end
   from jsonb_to_recordset($1::jsonb)
     as x(client_id uuid, new_id uuid, channel_id uuid, contact_id uuid, to_phone text, to_user_id text, group_id text,
       state text, first_message_id uuid)
   order by x.client_id, x.channel_id, x.contact_id
   on conflict (client_id, channel_id, contact_id) do nothing
   returning id`,
);

// Rows are locked in the order of the inner ones. `offset 0` keeps both look-ups by key, whatever the statistics say.
const lockThreadsStatement = statement(
  'messaging.lock_threads_by_contact',
  `select t.client_id, t.id, t.channel_id, t.contact_id
   from (
     select k.*
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as x(client_id, channel_id, contact_id)
     cross join lateral (
       select client_id, id, channel_id, contact_id from threads
       where client_id = x.client_id and channel_id = x.channel_id and contact_id = x.contact_id offset 0
     ) k
     order by k.client_id, k.id offset 0
   ) o
   cross join lateral (
     select client_id, id, channel_id, contact_id from threads
     where client_id = o.client_id and channel_id = o.channel_id and contact_id = o.contact_id for no key update
   ) t`,
);

/**
 * Finds or creates the thread of each (channel, contact) and locks it, in key order.
 * @param wanted distinct by threadKey
 * @returns thread ids by threadKey and which of them are new
 */
export async function ensureThreads(
  tx: Executor,
  wanted: readonly WantedThread[],
  newId: () => string,
): Promise<{ threadIds: Map<string, string>; made: Set<string> }> {
  if (wanted.length === 0) return { threadIds: new Map(), made: new Set() };
  const lock = () =>
    tx.rows<{ client_id: string; id: string; channel_id: string; contact_id: string }>(lockThreadsStatement, [
      wanted.map((thread) => thread.clientId),
      wanted.map((thread) => thread.channelId),
      wanted.map((thread) => thread.contactId),
    ]);
  const keyOf = (row: { client_id: string; channel_id: string; contact_id: string }) =>
    threadKey({ clientId: row.client_id, channelId: row.channel_id, contactId: row.contact_id });
  const inserted = tx.rows<{ id: string }>(insertThreadsStatement, [
    JSON.stringify(
      wanted.map((thread) => ({
        client_id: thread.clientId,
        new_id: newId(),
        channel_id: thread.channelId,
        contact_id: thread.contactId,
        to_phone: thread.toPhone,
        to_user_id: thread.toUserId,
        group_id: thread.groupId,
        state: thread.state,
        first_message_id: thread.firstMessageId,
      })),
    ),
  ]);
  const [made, rows] = await Promise.all([inserted, lock()]);
  return {
    threadIds: new Map(rows.map((row) => [keyOf(row), row.id])),
    made: new Set(made.map((row) => row.id)),
  };
}
