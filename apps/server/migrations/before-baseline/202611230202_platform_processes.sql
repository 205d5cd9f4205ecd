-- The server processes of this installation. While one lives, its session in the database holds an advisory lock on its
-- id; the lock ends with the session, however the process ends.
create table server_processes (
  id int primary key,
  role text not null,
  host text not null,
  pid int not null,
  started_at timestamptz not null default now()
);
select make_system_table('server_processes');

-- Who holds a lease, so that the work of a process that died is taken over without waiting for the lease's end.
alter table channel_leases add column process_id int;
alter table intake_lanes add column process_id int;
alter table jobs add column process_id int;
