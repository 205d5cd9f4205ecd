-- One change feed for each account. Positions have no gaps; they are assigned under the lock of the account's counter
-- row, either by a batch as its last statement or by the sequencer from `changes_new`. Rows carry no data: it is read
-- when a change is delivered.
create table change_counters (
  client_id uuid primary key references clients on delete cascade,
  pos bigint not null default 0
);
select make_tenant_table('change_counters');

create table changes (
  client_id uuid not null,
  pos bigint not null,
  collection text not null,
  row_id text not null,
  marker text not null check (marker in ('NEW', 'MODIFIED', 'DELETED')),
  version bigint not null,
  created_at timestamptz not null default now(),
  primary key (client_id, pos, created_at)
) partition by range (created_at);
select ensure_partitions('changes', interval '1 day', date_trunc('day', now()), 9);
select make_tenant_table('changes');

-- Changes of single-row writers until the sequencer has assigned them a position.
create table changes_new (
  id bigint generated always as identity primary key,
  client_id uuid not null,
  collection text not null,
  row_id text not null,
  marker text not null,
  version bigint not null,
  created_at timestamptz not null default now()
);
alter table changes_new set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
select make_tenant_table('changes_new');
