-- Emails of an account, counted by the hour for two days; those of a user's sign-in belong to no account.
alter table email_outbox add column client_id uuid;
create index email_outbox_of_account on email_outbox (client_id) where client_id is not null and state = 'waiting';

create table email_hours (
  client_id uuid not null references clients on delete cascade,
  hour timestamptz not null,
  sent int not null default 0,
  failed int not null default 0,
  primary key (client_id, hour)
);
select make_tenant_table('email_hours');
create index email_hours_age on email_hours (hour);
