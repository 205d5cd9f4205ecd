alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('mine', 'mention', 'unassigned', 'other', 'assigned', 'failed', 'closing'));

-- The reply window of each conversation that its assignee was last warned of: once for each window.
create table closing_warnings (
  client_id uuid not null,
  thread_id uuid not null,
  window_expires_at timestamptz not null,
  primary key (client_id, thread_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
select make_tenant_table('closing_warnings');
