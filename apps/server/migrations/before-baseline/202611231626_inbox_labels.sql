create table labels (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  color text not null,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (client_id, id)
);
create unique index labels_by_name on labels (client_id, lower(name));
select make_tenant_table('labels');

create table thread_labels (
  client_id uuid not null,
  thread_id uuid not null,
  label_id uuid not null,
  primary key (client_id, thread_id, label_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade,
  foreign key (client_id, label_id) references labels (client_id, id) on delete cascade
);
create index thread_labels_by_label on thread_labels (client_id, label_id, thread_id);
select make_tenant_table('thread_labels');
