-- When each member last got a new conversation by the account's assignment rule: who waited longest is next.
create table assignment_turns (
  client_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
select make_tenant_table('assignment_turns');
