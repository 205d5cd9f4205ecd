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
  primary key (client_id, template_id, number),
  foreign key (client_id, template_id) references templates on delete cascade
);
select make_tenant_table('template_versions');

-- The first version of what was there before: its next change is shown as one.
insert into template_versions (client_id, template_id, number, event, at, category, parameter_format, components)
select client_id, id, 1, 'synced', coalesce(fetched_at, created_at), category, parameter_format, components
from templates where components is not null;
