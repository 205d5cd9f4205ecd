
-- What the operator has been told, so that several processes tell it once.
create table operator_notices (
  code text primary key,
  reported_at timestamptz not null default now()
);
select make_system_table('operator_notices');
