import type { DeliveryMethods, NotificationKind, NotificationSettings } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import { columns } from './columns.ts';
import { defaultSettings } from './default-settings.ts';
import type { Occasion } from './occasions.ts';

export type NotificationRow = {
  id: string;
  user_id: string;
  kind: NotificationKind;
  /** One of the three. */
  thread_id: string | null;
  campaign_id: string | null;
  automation_id: string | null;
  subject_id: string;
  actor_id: string | null;
  count: number;
  in_app: boolean;
  desktop: boolean;
  phone: boolean;
  email: boolean;
  at: Date;
  read_at: Date | null;
};

const lockFeed = statement(
  'notifications.lock_feed',
  `insert into notification_feeds as f (client_id, feed_pos) values ($1, 0)
   on conflict (client_id) do update set feed_pos = f.feed_pos returning feed_pos`,
);

/** The position up to which an account's feed was looked at; no other process reads on until commit. */
export async function lockFeedPosition(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ feed_pos: number }>(lockFeed, [tx.clientId]);
  return row?.feed_pos ?? 0;
}

const moveFeed = statement(
  'notifications.move_feed',
  'update notification_feeds set feed_pos = $2 where client_id = $1',
);

export async function setFeedPosition(tx: TenantTx, position: number): Promise<void> {
  await tx.run(moveFeed, [tx.clientId, position]);
}

/* A mention stays one when messages follow it in the same conversation; so does what Admins have to look at. */
const stays = "(n.kind = 'mention' or n.kind = 'bot_loop' and excluded.kind <> 'mention')";
const upsertStatement = statement(
  'notifications.add_notifications',
  `insert into notifications as n
     (client_id, id, user_id, kind, thread_id, subject_id, actor_id, count, in_app, desktop, phone, email, at)
   select $1, x.id, x.user_id, x.kind, x.thread_id, x.subject_id, x.actor_id, x.count, x.in_app, x.desktop, x.phone,
     x.email, clock_timestamp()
   from jsonb_to_recordset($2::jsonb) as x(id uuid, user_id uuid, kind text, thread_id uuid, subject_id uuid,
     actor_id text, count int, in_app boolean, desktop boolean, phone boolean, email boolean)
   order by x.user_id, x.thread_id
   on conflict (client_id, user_id, thread_id) where read_at is null do update set
     kind = case when ${stays} then n.kind else excluded.kind end,
     subject_id = case when ${stays} and excluded.kind <> n.kind then n.subject_id else excluded.subject_id end,
     actor_id = case when ${stays} and excluded.kind <> n.kind then n.actor_id else excluded.actor_id end,
     count = n.count + excluded.count, at = excluded.at,
     in_app = n.in_app or excluded.in_app, desktop = n.desktop or excluded.desktop,
     phone = n.phone or excluded.phone, email = n.email or excluded.email
   returning ${columns}`,
);

export type NewNotification = Occasion & DeliveryMethods & { id: string; count: number };

/** Adds notifications, at most one for each member and conversation. */
export function upsertNotifications(tx: TenantTx, rows: readonly NewNotification[]): Promise<NotificationRow[]> {
  return tx.rows<NotificationRow>(upsertStatement, [tx.clientId, JSON.stringify(rows)]);
}

const insertEvents = statement(
  'notifications.insert_event_notifications',
  `insert into notifications (client_id, id, user_id, kind, campaign_id, automation_id, subject_id, actor_id, count, in_app, desktop, phone, email, at)
   select $1, x.id, x.user_id, x.kind, x.campaign_id, x.automation_id, x.subject_id, x.actor_id, 1, x.in_app, x.desktop, x.phone, x.email,
     clock_timestamp()
   from jsonb_to_recordset($2::jsonb) as x(id uuid, user_id uuid, kind text, campaign_id uuid, automation_id uuid, subject_id uuid, actor_id text,
     in_app boolean, desktop boolean, phone boolean, email boolean)
   order by x.user_id, x.subject_id
   on conflict do nothing returning ${columns}`,
);
/** Adds one for each member and event of a broadcast or an automation. */
export function insertEventNotifications(tx: TenantTx, rows: readonly NewNotification[]): Promise<NotificationRow[]> {
  return rows.length === 0 ? Promise.resolve([]) : tx.rows(insertEvents, [tx.clientId, JSON.stringify(rows)]);
}

const readOwn = statement(
  'notifications.read_own',
  `update notifications set read_at = now()
   where client_id = $1 and user_id = $2 and read_at is null and ($3::uuid is null or thread_id = $3)
     and ($4::uuid is null or campaign_id = $4) and ($5::uuid is null or automation_id = $5)`,
);

/** @param target a conversation, a broadcast or an automation; without one all @returns how many were unread */
export function markNotificationsRead(
  tx: TenantTx,
  userId: string,
  target: { [of in 'thread_id' | 'campaign_id' | 'automation_id']?: string | undefined },
): Promise<number> {
  return tx.run(readOwn, [
    tx.clientId,
    userId,
    target.thread_id ?? null,
    target.campaign_id ?? null,
    target.automation_id ?? null,
  ]);
}

const pageStatement = statement(
  'notifications.list_page',
  `select ${columns} from notifications
   where client_id = $1 and user_id = $2 and (at, id) < ($3, $4) and in_app
     and ($5 = 'all' or ($5 = 'mentions' and kind = 'mention') or ($5 = 'unread' and read_at is null))
   order by at desc, id desc limit $6`,
);

export function listNotifications(
  tx: TenantTx,
  userId: string,
  before: { at: Date; id: string },
  only: 'all' | 'mentions' | 'unread',
  limit: number,
): Promise<NotificationRow[]> {
  return tx.rows<NotificationRow>(pageStatement, [tx.clientId, userId, before.at, before.id, only, limit]);
}

const findStatement = statement(
  'notifications.find_notification',
  `select ${columns} from notifications where client_id = $1 and id = $2`,
);

export async function findNotification(tx: TenantTx, id: string): Promise<NotificationRow | null> {
  const [row] = await tx.rows<NotificationRow>(findStatement, [tx.clientId, id]);
  return row ?? null;
}

const dueStatement = statement(
  'notifications.list_for_digest',
  `select ${columns} from notifications
   where client_id = $1 and user_id = $2 and read_at is null and email and emailed_at is null
     and at <= now() - $3::int * interval '1 minute'
   order by at desc, id desc limit 50`,
);

/** What is unread for so long, and in no email yet: of a conversation one email tells, until it is read. */
export function listForDigest(tx: TenantTx, userId: string, minutes: number): Promise<NotificationRow[]> {
  return tx.rows<NotificationRow>(dueStatement, [tx.clientId, userId, minutes]);
}

const lastEmailStatement = statement(
  'notifications.find_last_email',
  `select max(emailed_at) as at from notifications
   where client_id = $1 and user_id = $2 and at > now() - interval '2 days'`,
);

/** When an email last told a member of something. */
export async function findLastEmail(tx: TenantTx, userId: string): Promise<Date | null> {
  const [row] = await tx.rows<{ at: Date | null }>(lastEmailStatement, [tx.clientId, userId]);
  return row?.at ?? null;
}

const emailedStatement = statement(
  'notifications.set_emailed',
  'update notifications set emailed_at = now() where client_id = $1 and id = any($2)',
);

export async function setEmailed(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run(emailedStatement, [tx.clientId, ids]);
}

const settingsStatement = statement(
  'notifications.list_settings',
  'select user_id, settings from notification_settings where client_id = $1 and user_id = any($2)',
);

export async function findSettings(
  tx: TenantTx,
  userIds: readonly string[],
): Promise<Map<string, NotificationSettings>> {
  const rows = await tx.rows<{ user_id: string; settings: NotificationSettings }>(settingsStatement, [
    tx.clientId,
    userIds,
  ]);
  // Those stored before a kind existed say nothing of it.
  const complete = ({ rules, ...rest }: NotificationSettings): NotificationSettings => ({
    ...rest,
    rules: { ...defaultSettings.rules, ...rules },
  });
  return new Map(rows.map(({ user_id, settings }) => [user_id, complete(settings)]));
}

const saveStatement = statement(
  'notifications.save_settings',
  `insert into notification_settings (client_id, user_id, settings) values ($1, $2, $3)
   on conflict (client_id, user_id) do update set settings = excluded.settings`,
);

export async function saveSettings(tx: TenantTx, userId: string, settings: NotificationSettings): Promise<void> {
  await tx.run(saveStatement, [tx.clientId, userId, JSON.stringify(settings)]);
}

const oldStatement = statement(
  'notifications.delete_old',
  `delete from notifications where (client_id, id) in (
     select client_id, id from notifications where at < now() - interval '90 days' order by at limit 5000)`,
);

export async function deleteOldNotifications(system: Executor): Promise<void> {
  await system.run(oldStatement);
}
