-- The Owner lets colleagues of the same company ask to join; off unless said.
alter table clients add column join_by_domain boolean not null default false;

-- Colleagues are found by the domain of an address that they have confirmed.
create index users_domain on users (split_part(lower(email), '@', 2)) where email_verified_at is not null;

-- Who asked to join without being invited: one row a person and account, used again when they ask again.
create table join_requests (
  client_id uuid not null references clients on delete cascade,
  user_id uuid not null references users,
  name text not null,
  -- The address whose domain let them ask.
  email text not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  answered_at timestamptz,
  answered_by uuid references users,
  primary key (client_id, user_id),
  check ((state = 'open') = (answered_at is null))
);
create index join_requests_open on join_requests (client_id, created_at desc, user_id desc) where state = 'open';
select make_tenant_table('join_requests');
