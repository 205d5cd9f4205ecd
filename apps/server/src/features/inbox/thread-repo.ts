import { type Executor, statement } from '../../platform/db/sql.ts';

export type WantedThread = {
  clientId: string;
  channelId: string;
  contactId: string;
  toPhone: string | null;
  toUserId: string | null;
  /** How it begins, default ACTIVE; one that exists stays as it is. */
  state?: 'ACTIVE' | 'DONE';
};

export const threadKey = (thread: { clientId: string; channelId: string; contactId: string }): string =>
  `${thread.clientId}/${thread.channelId}/${thread.contactId}`;

const insertThreadsStatement = statement(
  'threads_ensure',
  `insert into threads (client_id, id, channel_id, contact_id, to_phone, to_user_id, state)
   select client_id, new_id, channel_id, contact_id, to_phone, to_user_id, coalesce(state, 'ACTIVE')
   from jsonb_to_recordset($1::jsonb)
     as x(client_id uuid, new_id uuid, channel_id uuid, contact_id uuid, to_phone text, to_user_id text, state text)
   order by client_id, channel_id, contact_id
   on conflict (client_id, channel_id, contact_id) do nothing
   returning id`,
);

const lockThreadsStatement = statement(
  'threads_lock_by_contact',
  `select t.client_id, t.id, t.channel_id, t.contact_id, t.to_phone, t.version
   from threads t
   join unnest($1::uuid[], $2::uuid[], $3::uuid[]) as x(client_id, channel_id, contact_id)
     on t.client_id = x.client_id and t.channel_id = x.channel_id and t.contact_id = x.contact_id
   order by t.client_id, t.id for no key update of t`,
);

/**
 * Finds or makes the thread of each (channel, contact) and locks it, in key order.
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
        state: thread.state,
      })),
    ),
  ]);
  const [made, rows] = await Promise.all([inserted, lock()]);
  return {
    threadIds: new Map(rows.map((row) => [keyOf(row), row.id])),
    made: new Set(made.map((row) => row.id)),
  };
}
