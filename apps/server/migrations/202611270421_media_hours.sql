-- Files that the storage took or did not take, counted by the hour for two days.
create table media_hours (
  client_id uuid not null references clients on delete cascade,
  hour timestamptz not null,
  stored int not null default 0,
  failed int not null default 0,
  primary key (client_id, hour)
);
select make_tenant_table('media_hours');
create index media_hours_age on media_hours (hour);
