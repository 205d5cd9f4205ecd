/*
 * Templates written here: status DRAFT until they are submitted. A change of a template that WhatsApp knows waits in
 * `draft` (category, parameter_format, components) until it is submitted.
 */
alter table templates
  add column draft jsonb,
  add column request_hash bytea,
  add column created_by text,
  -- Set while a call to WhatsApp is under way, and left behind by one whose answer was lost.
  add column submitted_at timestamptz;

-- Results of templates in the last days. `content` never changes, so a status still updates the row in place.
create index messages_of_template on messages (client_id, created_at) where type = 'template' and direction = 'OUTGOING';

create table template_sync_runs (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  waba_id text not null,
  trigger text not null check (trigger in ('member', 'schedule', 'webhook')),
  created_by text,
  started_at timestamptz not null,
  duration_ms int not null,
  compared int not null default 0,
  new int not null default 0,
  modified int not null default 0,
  deleted int not null default 0,
  error text,
  primary key (client_id, id)
);
create index template_sync_runs_latest on template_sync_runs (client_id, started_at desc);
select make_tenant_table('template_sync_runs');

-- Saved replies. `owner_id` is the only member who sees one; null: the team.
create table session_templates (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  shortcut text not null,
  body text not null,
  folder text not null default '',
  owner_id uuid,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  last_used_at timestamptz,
  request_hash bytea,
  version bigint not null default 1,
  primary key (client_id, id)
);
-- A shortcut stands for one shared reply, and for one private reply of each member.
create unique index session_templates_shortcut on session_templates
  (client_id, shortcut, coalesce(owner_id, '00000000-0000-0000-0000-000000000000')) where deleted_at is null;
select make_tenant_table('session_templates');
create trigger limit_rows after insert on session_templates referencing new table as added
  for each statement execute function limit_account_rows('5000');

create table session_template_uses (
  client_id uuid not null,
  template_id uuid not null,
  day date not null,
  uses int not null,
  primary key (client_id, template_id, day),
  foreign key (client_id, template_id) references session_templates on delete cascade
);
select make_tenant_table('session_template_uses');
