
-- How far the change feed of an account was turned into notifications. Existing accounts begin now, new ones at their
-- first change.
create table notification_feeds (
  client_id uuid primary key references clients on delete cascade,
  feed_pos bigint not null
);
select make_tenant_table('notification_feeds');

-- What a member should know. At most one unread for each member and conversation: what follows is added to it.
create table notifications (
  client_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  thread_id uuid,
  -- The message, note or event.
  subject_id uuid not null,
  actor_id text,
  count int not null default 1,
  -- The roads that the member's rules chose when it came.
  in_app boolean not null,
  desktop boolean not null,
  phone boolean not null,
  email boolean not null,
  at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  emailed_at timestamptz,
  campaign_id uuid,
  automation_id uuid,
  primary key (client_id, id),
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade,
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade,
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade,
  foreign key (client_id, automation_id) references automations (client_id, id) on delete cascade,
  constraint notifications_target check (num_nonnulls(thread_id, campaign_id, automation_id) = 1),
  check ((kind = 'broadcast') = (campaign_id is not null)),
  check ((kind = 'automation_paused') = (automation_id is not null)),
  constraint notifications_kind_check check (kind in ('mine', 'mention', 'unassigned', 'other', 'assigned', 'failed', 'closing', 'due', 'overdue', 'resolve_due', 'resolve_overdue', 'broadcast', 'bot_loop', 'automation_paused'))
);
create unique index notifications_unread on notifications (client_id, user_id, thread_id) where read_at is null;
create index notifications_by_time on notifications (client_id, user_id, at desc, id desc);
create index notifications_of_thread on notifications (client_id, thread_id);
create index notifications_old on notifications (at);
select make_tenant_table('notifications');

create table notification_settings (
  client_id uuid not null,
  user_id uuid not null,
  settings jsonb not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
select make_tenant_table('notification_settings');

-- Push subscriptions of browsers. Each belongs to a session: signing out ends it.
create table push_devices (
  client_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null references sessions on delete cascade,
  name text not null,
  kind text not null check (kind in ('desktop', 'phone')),
  endpoint text not null,
  endpoint_hash bytea not null,
  -- The browser's public key and secret, encrypted.
  keys_enc bytea not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  last_sent_at timestamptz(3),
  last_error text,
  -- Calls of which it was told that they ring, until it is told that they do not.
  rings uuid[] not null default '{}',
  primary key (client_id, id),
  unique (client_id, endpoint_hash),
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
create index push_devices_of_user on push_devices (client_id, user_id);
create index push_devices_of_session on push_devices (session_id);
select make_tenant_table('push_devices');

-- The reply window of each conversation that its assignee was last warned of: once for each window.
create table closing_warnings (
  client_id uuid not null,
  thread_id uuid not null,
  window_expires_at timestamptz not null,
  primary key (client_id, thread_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
select make_tenant_table('closing_warnings');
create unique index notifications_of_event on notifications (client_id, user_id, subject_id) where thread_id is null;
create index notifications_of_campaign on notifications (client_id, campaign_id) where campaign_id is not null;
create index notifications_of_automation on notifications (client_id, automation_id) where automation_id is not null;

-- Of which due time of each conversation's reply and resolution members were last notified, and how: once for each time and kind.
create table target_warnings (
  client_id uuid not null,
  thread_id uuid not null,
  target text not null check (target in ('reply', 'resolution')),
  due_at timestamptz not null,
  overdue boolean not null,
  primary key (client_id, thread_id, target),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
select make_tenant_table('target_warnings');

-- What this feature reads of features above it, which replace these empty views.
create view notification_automations with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id, null::text as name, null::text as paused_by
  where false;

grant select on notification_automations to parley_app, parley_system;
