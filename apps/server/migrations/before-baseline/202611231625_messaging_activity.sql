-- What happened to a conversation beside its messages. `detail` names what it was about: assignee, label, time.
create table thread_events (
  client_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  kind text not null check (kind in ('assigned', 'done', 'reopened', 'snoozed', 'snooze_ended', 'labels_changed')),
  detail jsonb not null default '{}',
  at timestamptz(3) not null default now(),
  -- A uid, `webhook` for a customer's message, or `api:<key id>`.
  created_by text not null,
  version bigint not null default 1,
  primary key (client_id, id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
create index thread_events_of_thread on thread_events (client_id, thread_id, at desc, id desc);
select make_tenant_table('thread_events');
