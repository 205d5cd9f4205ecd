import type { ComposeFilter } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import type { TimePosition } from '../../platform/http/cursor.ts';
import { type MessageRow, messageColumns, type ScheduledRow, scheduledSelect } from '../messaging/public.ts';
import type { Visibility } from '../team/public.ts';

/** A composed message with its recipients. */
export type ComposedMessage = (MessageRow | ScheduledRow) & {
  contact_name: string;
  contact_phone_number: string | null;
  contact_username: string | null;
};

/* Scans the index from the newest on; a rare condition reads more of it. `created_at` holds milliseconds. */
const historyStatement = statement(
  'compose.list_messages',
  `select ${messageColumns('m')}, c.name as contact_name, c.phone_number as contact_phone_number,
     c.username as contact_username
   from shared_messages m
   join shared_threads t on t.client_id = m.client_id and t.id = m.thread_id
   join shared_contacts c on c.client_id = m.client_id and c.id = m.contact_id
   where m.client_id = $1 and m.source = 'COMPOSE' and (m.created_at, m.id) < ($2, $3)
     and m.created_at >= coalesce($5, '-infinity'::timestamptz) and m.created_at < coalesce($6, 'infinity'::timestamptz)
     and ($7::int is null or m.status = $7) and ($8::text is null or m.send_state = $8)
     and ($9::uuid is null or m.channel_id = $9) and ($10::text is null or m.created_by = $10)
     and ($11::text is null or m.content->>'id' = $11 and m.type = 'template') and ($12::text is null or m.medium = $12)
     and ($13::uuid[] is null or m.channel_id = any($13))
     and ($14::text is null or t.assignee_id::text = $14 or t.assignee_group_id = any($15::uuid[]))
   order by m.created_at desc, m.id desc limit $4`,
);

/* Created to the microsecond; like messages they are listed by the millisecond. */
const plannedStatement = statement(
  'compose.list_scheduled',
  `select s.*, c.name as contact_name, c.phone_number as contact_phone_number, c.username as contact_username
   from (${scheduledSelect} where s.client_id = $1 and s.source = 'COMPOSE' and s.cancelled_at is null
       and ($14::text is null or t.assignee_id::text = $14 or t.assignee_group_id = any($15::uuid[]))) s
   join shared_contacts c on c.client_id = s.client_id and c.id = s.contact_id
   where (date_trunc('milliseconds', s.created_at), s.id) < ($2, $3)
     and s.created_at >= coalesce($5, '-infinity'::timestamptz) and s.created_at < coalesce($6, 'infinity'::timestamptz)
     and ($7::int is null or $8 = 'scheduled') and ($8::text is null or s.send_state = $8)
     and ($9::uuid is null or s.channel_id = $9) and ($10::text is null or s.created_by = $10)
     and ($11::text is null or s.content->>'id' = $11 and s.type = 'template') and ($12::text is null or s.medium = $12)
     and ($13::uuid[] is null or s.channel_id = any($13))
   order by date_trunc('milliseconds', s.created_at) desc, s.id desc limit $4`,
);

/** Latest first, those that are sent later too. @param view what the caller sees of the account */
export async function listComposed(
  tx: TenantTx,
  filter: ComposeFilter,
  view: Visibility,
  before: TimePosition,
  limit: number,
): Promise<ComposedMessage[]> {
  const values = [
    tx.clientId,
    before.at,
    before.id,
    limit,
    filter.from ?? null,
    filter.until ?? null,
    filter.status ?? null,
    filter.send_state ?? null,
    filter.channel_id ?? null,
    filter.created_by ?? null,
    filter.template_id ?? null,
    filter.medium ?? null,
    view.channelIds,
    view.assigneeId,
    view.groupIds,
  ];
  const [sent, planned] = await Promise.all([
    tx.rows<ComposedMessage>(historyStatement, values),
    tx.rows<ComposedMessage>(plannedStatement, values),
  ]);
  if (planned.length === 0) return sent;
  return [...sent, ...planned].toSorted(latestFirst).slice(0, limit);
}

function latestFirst(one: ComposedMessage, other: ComposedMessage): number {
  const later = other.created_at.getTime() - one.created_at.getTime();
  if (later !== 0) return later;
  return one.id < other.id ? 1 : -1;
}

const channelNamesStatement = statement(
  'compose.list_channel_names',
  'select id, channel_label as name from shared_channels where client_id = $1',
);
const writerNamesStatement = statement(
  'compose.list_author_names',
  `select user_id as id, name from shared_former_members where client_id = $1 and user_id = any($2::uuid[])
   union all select user_id, name from shared_client_users where client_id = $1 and user_id = any($2::uuid[])`,
);

type Named = { id: string; name: string };
const byId = (rows: readonly Named[]) => new Map(rows.map(({ id, name }) => [id, name]));

/** Names of the account's channels by id, deleted ones included. */
export async function listChannelNames(tx: TenantTx): Promise<ReadonlyMap<string, string>> {
  return byId(await tx.rows<Named>(channelNamesStatement, [tx.clientId]));
}

/** Names of members by uid, former ones included. @param uids ids of users */
export async function listAuthorNames(tx: TenantTx, uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return byId(await tx.rows<Named>(writerNamesStatement, [tx.clientId, uids]));
}
