-- Where bug reports of an account go, and the last number given to one. Without a row they are only stored.
create table feedback_settings (
  client_id uuid primary key references clients on delete cascade,
  destination text not null default 'stored',
  email text,
  webhook_url text,
  webhook_secret_enc bytea,
  last_number int not null default 0,
  -- Bug reports can become issues in a repository of a Git forge.
  forge_kind text check (forge_kind in ('github', 'gitlab', 'forgejo')),
  forge_url text,
  forge_repository text,
  forge_token_enc bytea,
  -- Reports hold free text, so they are emailed only to an address whose reader entered the code sent to it.
  email_confirmed boolean not null default false,
  email_code_hash bytea,
  email_code_until timestamptz,
  email_code_tries int not null default 0,
  check (destination <> 'email' or email is not null),
  check (destination <> 'webhook' or (webhook_url is not null and webhook_secret_enc is not null)),
  constraint feedback_settings_forge_check check ( destination <> 'forge' or num_nulls(forge_kind, forge_url, forge_repository, forge_token_enc) = 0 ),
  constraint feedback_settings_destination_check check (destination in ('stored', 'email', 'webhook', 'forge', 'file'))
);
select make_tenant_table('feedback_settings');

create table bug_reports (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  number int not null,
  what_happened text not null,
  expected text,
  severity text not null check (severity in ('cosmetic', 'slows', 'blocks')),
  -- Exactly what the reporter was shown; null when they left it out.
  details jsonb,
  -- Messages, names and numbers that the reporter chose to include, and whose they are: erased with the contact.
  conversation jsonb,
  contact_id uuid,
  reply_to text,
  state text not null default 'received' check (state in ('received', 'in_progress', 'fixed', 'closed')),
  state_note text,
  destination text not null,
  -- Where it was sent: an address or a host.
  sent_to text,
  delivery text not null check (delivery in ('none', 'waiting', 'delivered', 'failed')),
  delivery_error text,
  created_by uuid not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  version bigint not null default 1,
  request_hash bytea not null,
  delivered_at timestamptz,
  -- The page of its issue.
  issue_url text,
  primary key (client_id, id),
  unique (client_id, number),
  check (conversation is null or contact_id is not null),
  constraint bug_reports_destination_check check (destination in ('stored', 'email', 'webhook', 'forge', 'file'))
);
create index bug_reports_by_time on bug_reports (client_id, created_at desc, id desc);
create index bug_reports_of_member on bug_reports (client_id, created_by, created_at desc, id desc);
create index bug_reports_of_contact on bug_reports (client_id, contact_id) where contact_id is not null;
select make_tenant_table('bug_reports');

create table bug_report_screenshots (
  client_id uuid not null,
  report_id uuid not null,
  position int not null check (position between 0 and 2),
  bytes bytea not null,
  width int not null,
  height int not null,
  primary key (client_id, report_id, position),
  foreign key (client_id, report_id) references bug_reports (client_id, id) on delete cascade
);
select make_tenant_table('bug_report_screenshots');

create table feature_requests (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  title text not null,
  problem text not null,
  idea text,
  state text not null default 'open' check (state in ('open', 'planned', 'doing', 'shipped', 'declined', 'duplicate')),
  -- The request that has the votes of this one.
  duplicate_of uuid,
  state_note text,
  votes int not null default 0 check (votes >= 0),
  created_by uuid not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  version bigint not null default 1,
  request_hash bytea not null,
  primary key (client_id, id),
  foreign key (client_id, duplicate_of) references feature_requests (client_id, id),
  check ((state = 'duplicate') = (duplicate_of is not null)),
  check (duplicate_of <> id)
);
create index feature_requests_by_votes on feature_requests (client_id, votes desc, id desc);
create index feature_requests_duplicates on feature_requests (client_id, duplicate_of) where duplicate_of is not null;
select make_tenant_table('feature_requests');

create table feature_votes (
  client_id uuid not null,
  request_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (client_id, request_id, user_id),
  foreign key (client_id, request_id) references feature_requests (client_id, id) on delete cascade
);
select make_tenant_table('feature_votes');

create trigger limit_rows after insert on bug_reports referencing new table as added
  for each statement execute function limit_account_rows('5000');
create trigger limit_rows after insert on feature_requests referencing new table as added
  for each statement execute function limit_account_rows('2000');
create index bug_reports_emailed on bug_reports (client_id, delivered_at) where destination = 'email' and delivered_at is not null;
