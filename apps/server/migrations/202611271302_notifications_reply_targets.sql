alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check
  (kind in ('mine', 'mention', 'unassigned', 'other', 'assigned', 'failed', 'closing', 'due', 'overdue', 'broadcast'));

-- Which wait of each conversation members were last notified of, and how: once for each wait and kind.
create table reply_warnings (
  client_id uuid not null,
  thread_id uuid not null,
  reply_due_at timestamptz not null,
  overdue boolean not null,
  primary key (client_id, thread_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
select make_tenant_table('reply_warnings');
