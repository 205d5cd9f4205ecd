
-- The AI provider of an account. No row: there is none, and nothing is sent.
create table ai_settings (
  client_id uuid primary key references clients on delete cascade,
  base_url text not null,
  api_key_enc bytea not null,
  key_end text not null,
  model text not null,
  functions text[] not null,
  monthly_tokens bigint not null check (monthly_tokens > 0),
  -- For a million tokens.
  input_price numeric(12, 4) not null default 0,
  output_price numeric(12, 4) not null default 0,
  currency text not null,
  includes_names boolean not null default false,
  -- What members agreed to; another one asks them again.
  consent_id uuid not null,
  changed_by text not null,
  changed_at timestamptz not null default date_trunc('milliseconds', now()),
  version bigint not null default 1
);
select make_tenant_table('ai_settings');

-- What each member agreed to send, by action, and the language of their translations.
create table ai_members (
  client_id uuid not null,
  user_id uuid not null,
  consents jsonb not null default '{}',
  language text,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
select make_tenant_table('ai_members');

-- Calls of the last 35 days, without what was sent or answered. An open call holds back the tokens it may cost at most.
create table ai_calls (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  created_by text not null,
  function text not null,
  state text not null default 'open' check (state in ('open', 'done', 'failed')),
  reserved_tokens int not null,
  input_tokens int not null default 0,
  output_tokens int not null default 0,
  -- Of a recording that was sent; counts towards the limit of minutes from when it is held back.
  seconds int not null default 0,
  cost numeric(16, 6) not null default 0,
  currency text not null,
  failure text,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  ended_at timestamptz,
  primary key (client_id, id)
);
create index ai_calls_by_time on ai_calls (client_id, created_at);
create index ai_calls_of_member on ai_calls (client_id, created_by, created_at);
create index ai_calls_open on ai_calls (client_id) where state = 'open';
create index ai_calls_of_recordings on ai_calls (client_id, created_at) where seconds > 0;
create index ai_calls_age on ai_calls (created_at);
select make_tenant_table('ai_calls');

-- What ended calls cost, by month (UTC) and currency.
create table ai_months (
  client_id uuid not null references clients on delete cascade,
  month date not null,
  currency text not null,
  calls int not null default 0,
  failed int not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost numeric(18, 6) not null default 0,
  primary key (client_id, month, currency)
);
select make_tenant_table('ai_months');

-- Passages that reply drafts may quote.
create table help_texts (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  title text not null,
  body text not null,
  created_by text not null,
  updated_by text not null,
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  version bigint not null default 1,
  request_hash bytea not null,
  -- Of an imported text: the address of a page or the name of a file, the section there, and the version that was
  -- imported: a later one was edited by hand.
  source_kind text check (source_kind in ('page', 'file')),
  source_name text,
  source_section text,
  imported_at timestamptz,
  imported_version bigint,
  import_id uuid,
  primary key (client_id, id),
  check (num_nulls(source_kind, source_name, source_section, imported_at, imported_version, import_id) in (0, 6))
);
create unique index help_texts_by_section on help_texts (client_id, source_kind, md5(source_name), source_section)
  where source_kind is not null;
create index help_texts_by_title on help_texts (client_id, lower(title), id);
select make_tenant_table('help_texts');
create trigger limit_rows after insert on help_texts referencing new table as added
  for each statement execute function limit_account_rows('500');

-- Translations of messages, so that none is paid twice. They go with their message.
create table ai_translations (
  client_id uuid not null,
  message_id uuid not null,
  language text not null,
  -- Of the text that was translated: an edited message is translated again.
  source_hash bytea not null,
  text text not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (client_id, message_id, language),
  foreign key (client_id, message_id) references messages (client_id, id) on delete cascade
);
select make_tenant_table('ai_translations');

-- Voice notes as text. No row: off.
create table transcription_settings (
  client_id uuid primary key references clients on delete cascade,
  -- The account's provider, or the engine of this server.
  engine text not null check (engine in ('off', 'provider', 'server')),
  model text not null,
  -- Voice notes of customers without a click.
  automatic boolean not null,
  minute_price numeric(12, 4) not null,
  monthly_minutes int not null check (monthly_minutes > 0),
  -- What of the provider an Admin agreed to; another one asks again.
  consent_id uuid,
  changed_by text not null,
  changed_at timestamptz not null default date_trunc('milliseconds', now()),
  version bigint not null default 1
);
select make_tenant_table('transcription_settings');
