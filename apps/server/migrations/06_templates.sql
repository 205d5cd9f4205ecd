/*
 * Templates of a WhatsApp Business account. `status` is ours (ACTIVE can be sent), `provider_status` is WhatsApp's.
 * A webhook may name a template that was never fetched: then `components` is null. Each kind of update has a time of its
 * own, because they come in any order and more than once.
 *
 * One written here is a DRAFT until it is submitted. A change of a template that WhatsApp knows waits in `draft`
 * (category, parameter_format, components, message_send_ttl_seconds) until then.
 */
create table templates (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  waba_id text not null,
  provider_template_id text,
  name text not null,
  language text not null,
  category text,
  parameter_format text,
  components jsonb,
  -- How long WhatsApp tries to deliver; -1: 30 days; null: its default.
  message_send_ttl_seconds int,
  status text not null default 'PENDING',
  provider_status text,
  status_reason text,
  status_detail jsonb,
  status_at timestamptz,
  quality text,
  quality_at timestamptz,
  -- The category before the last change, and an announced next one.
  previous_category text,
  next_category text,
  next_category_at timestamptz,
  category_at timestamptz,
  components_at timestamptz,
  fetched_at timestamptz,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  draft jsonb,
  request_hash bytea,
  created_by text,
  -- Set while a call to WhatsApp is under way, and left behind by one whose answer was lost.
  submitted_at timestamptz,
  primary key (client_id, id),
  unique (client_id, waba_id, name, language),
  -- For foreign keys of channels, whose templates must belong to their own WhatsApp Business account.
  constraint templates_of_account unique (client_id, waba_id, id)
);
create index templates_by_name on templates (client_id, status, name, language);
select make_tenant_table('templates');

create trigger limit_rows after insert on templates referencing new table as added
  for each statement execute function limit_account_rows('6000');

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
  -- Files of a saved reply ([{media_id, kind, filename, mime_type, size_bytes}]) and the quick replies under it.
  attachments jsonb not null default '[]',
  buttons text[] not null default '{}',
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

/*
 * What a template said, each time it was saved, submitted, restored, or changed by WhatsApp. `approved`: the submission
 * changed an approved template, which WhatsApp allows once in 24 hours and ten times in 30 days.
 */
create table template_versions (
  client_id uuid not null,
  template_id uuid not null,
  number int not null,
  event text not null check (event in ('saved', 'submitted', 'restored', 'synced')),
  at timestamptz not null default now(),
  -- A user id or `api:<key id>`; null for WhatsApp.
  "by" text,
  approved boolean not null default false,
  category text,
  parameter_format text,
  components jsonb not null,
  message_send_ttl_seconds int,
  primary key (client_id, template_id, number),
  foreign key (client_id, template_id) references templates on delete cascade
);
select make_tenant_table('template_versions');
create index session_templates_attachments on session_templates using gin (attachments jsonb_path_ops)
  where attachments <> '[]';

-- Saved replies that a member wants first, in their order.
create table session_template_favourites (
  client_id uuid not null,
  user_id uuid not null,
  template_id uuid not null,
  position smallint not null,
  primary key (client_id, user_id, template_id),
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade,
  foreign key (client_id, template_id) references session_templates (client_id, id) on delete cascade
);
create index session_template_favourites_of_template on session_template_favourites (client_id, template_id);
select make_tenant_table('session_template_favourites');
