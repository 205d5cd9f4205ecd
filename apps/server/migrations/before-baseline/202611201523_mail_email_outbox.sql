-- Letters, written by the transaction that means them. What they say is sealed: a link in one is a key to an account.
create table email_outbox (
  id uuid primary key,
  kind text not null,
  recipient text not null,
  subject text not null,
  -- Null once sent: it has served its purpose.
  body_enc bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  expires_at timestamptz not null
);
create index email_outbox_waiting on email_outbox (next_try_at) where state = 'waiting';
create index email_outbox_expired on email_outbox (expires_at);
select make_system_table('email_outbox');
