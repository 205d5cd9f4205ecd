-- Filters of a table that a member saved under names, as the contract's `SavedFilter`.
create table saved_filters (
  client_id uuid not null,
  user_id uuid not null,
  page text not null check (page in ('broadcasts', 'sent_messages')),
  filters jsonb not null check (jsonb_typeof(filters) = 'array'),
  primary key (client_id, user_id, page),
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
select make_tenant_table('saved_filters');
