/*
 * Templates of a WhatsApp Business account. `status` is ours (ACTIVE can be sent), `provider_status` is WhatsApp's.
 * A webhook may name a template that was never fetched: then `components` is null. Each kind of update has a time of its
 * own, because they come in any order and more than once.
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
  primary key (client_id, id),
  unique (client_id, waba_id, name, language),
  -- For foreign keys of channels, whose templates must belong to their own WhatsApp Business account.
  constraint templates_of_account unique (client_id, waba_id, id)
);
create index templates_by_name on templates (client_id, status, name, language);
select make_tenant_table('templates');

create trigger limit_rows after insert on templates referencing new table as added
  for each statement execute function limit_account_rows('6000');
