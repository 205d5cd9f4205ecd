-- An account ("client") and who belongs to it.
create table clients (
  id uuid primary key,
  name text not null,
  country text not null,
  time_zone text not null,
  industry text,
  website text,
  team_size text,
  referral_source text,
  custom_fields text[] not null default '{}',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version bigint not null default 1
);
select make_tenant_table('clients', 'id');

create table client_users (
  client_id uuid not null references clients on delete cascade,
  user_id uuid not null references users,
  role text not null check (role in ('Owner', 'Admin', 'User')),
  name text not null,
  email text not null,
  created_at timestamptz not null default now(),
  suspended_at timestamptz,
  last_used_at timestamptz,
  version bigint not null default 1,
  primary key (client_id, user_id)
);
-- Sign-in asks for all accounts of one person before any account is chosen.
create index client_users_user on client_users (user_id, client_id);
select make_tenant_table('client_users');

-- The last Owner cannot go: whoever removes or demotes one locks the account row first, then one must remain.
create function keep_one_owner() returns trigger language plpgsql as $$
begin
  if old.role = 'Owner' and (tg_op = 'DELETE' or new.role <> 'Owner' or new.suspended_at is not null) then
    perform 1 from clients where id = old.client_id for update;
    if found and not exists (
      select from client_users
      where client_id = old.client_id and role = 'Owner' and suspended_at is null
        and user_id <> old.user_id
    ) then
      raise exception 'an account needs one Owner' using errcode = 'PL001';
    end if;
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_one_owner before update or delete on client_users
  for each row execute function keep_one_owner();

create table audit_events (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  actor text not null,
  action text not null,
  target text,
  ip text,
  at timestamptz not null default now(),
  detail jsonb,
  primary key (client_id, id)
);
create index audit_events_time on audit_events (client_id, at desc);
select make_tenant_table('audit_events');
