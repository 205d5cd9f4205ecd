-- Blue ticks that customers are still to get: the newest message of a thread that somebody has read.
create table read_marks (
  client_id uuid not null,
  channel_id uuid not null,
  thread_id uuid not null,
  provider_message_id text not null,
  tries int not null default 0,
  run_at timestamptz not null default now(),
  primary key (client_id, thread_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
create index read_marks_of_channel on read_marks (client_id, channel_id, run_at);
select make_tenant_table('read_marks');
