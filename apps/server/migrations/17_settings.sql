create table audit_events (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  actor text not null,
  action text not null,
  target text,
  ip text,
  at timestamptz not null default date_trunc('milliseconds', now()),
  detail jsonb,
  request_id text,
  -- The transaction that wrote it. Once none below a number runs any more, the events below it are complete and stay so:
  -- what follows the log goes by this order, and waits for nobody who writes.
  tx bigint not null default pg_current_xact_id()::text::bigint,
  primary key (client_id, id)
);
create index audit_events_by_tx on audit_events (client_id, tx, id);
-- The server cuts longer values. Not valid: events recorded before the limit may be longer.
alter table audit_events add constraint audit_events_detail_size check (length(detail::text) <= 16384) not valid;
select make_tenant_table('audit_events');
create index audit_events_page on audit_events (client_id, at desc, id desc);
-- For deleting old events.
create index audit_events_by_age on audit_events (at);

-- API keys. The text of a key is random, so a plain hash hides it; it is compared in constant time.
create table api_keys (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  last4 text not null,
  key_hash bytea not null,
  scopes text[] not null,
  channel_ids uuid[],
  allowed_addresses text[] not null default '{}',
  created_by uuid not null references users,
  request_hash bytea not null,
  -- Cursors hold milliseconds.
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  revoked_at timestamptz,
  primary key (client_id, id)
);
create index api_keys_by_created on api_keys (client_id, created_at desc, id desc) where revoked_at is null;
-- A call names the key before its account is known.
select make_tenant_table('api_keys');

-- API requests, counted by the hour and listed for a week. Bodies of requests and responses are never stored.
create table api_key_hours (
  client_id uuid not null,
  key_id uuid not null,
  hour timestamptz not null,
  -- The process that counts. It writes its total of the hour each time, so writing twice counts nothing twice.
  writer uuid not null,
  requests int not null,
  -- Answered with status 400 or more, or not at all.
  refused int not null,
  -- Counted only: more came at once than are listed individually.
  unlisted int not null,
  -- Requests of API keys that came through tools of assistants.
  assistant int not null default 0,
  primary key (client_id, key_id, hour, writer),
  foreign key (client_id, key_id) references api_keys on delete cascade
);
create index api_key_hours_age on api_key_hours (hour);
select make_tenant_table('api_key_hours');

create table api_key_requests (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  at timestamptz(3) not null,
  key_id uuid not null,
  -- As the contract writes it, without ids: GET /api/threads/{id}.
  route text not null,
  -- Null: the caller disconnected before the response.
  status smallint,
  took_ms int not null,
  ip text not null,
  request_id text not null,
  assistant boolean not null default false,
  primary key (client_id, at, id)
) partition by range (at);
select ensure_partitions('api_key_requests', interval '1 day', date_trunc('day', now()), 9);
create index api_key_requests_by_key on api_key_requests (client_id, key_id, at, id);
create index api_key_requests_refused on api_key_requests (client_id, at, id) where status is null or status >= 400;
select make_tenant_table('api_key_requests');

-- Sign-ins by an identity provider, counted from the audit log of an account.
create index audit_events_sign_ins on audit_events (client_id, at)
  where action in ('identity.signed_in', 'identity.sign_in_refused');

/*
 * Everything of an account in one file, written by a job and kept for a week. The bytes are in the media storage under the
 * row's id. `restarts` grows when the contents must be collected again, because a contact was erased meanwhile.
 */
create table account_exports (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  error text,
  -- Steps of the run that began at `started_at`, of all.
  done bigint not null default 0,
  total bigint not null default 0,
  started_at timestamptz,
  encrypted boolean not null default false,
  -- The password of an encrypted file, sealed; gone with the end.
  password_enc bytea,
  size_bytes bigint,
  restarts int not null default 0,
  created_by uuid not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  ended_at timestamptz,
  expires_at timestamptz,
  primary key (client_id, id),
  check ((state = 'done') = (size_bytes is not null)),
  check ((password_enc is not null) = (encrypted and state in ('waiting', 'running'))),
  check ((state in ('done', 'failed')) = (ended_at is not null and expires_at is not null))
);
create unique index account_exports_open on account_exports (client_id) where state in ('waiting', 'running');
create index account_exports_age on account_exports (expires_at) where expires_at is not null;
create index account_exports_by_time on account_exports (client_id, created_at desc, id desc);
select make_tenant_table('account_exports');

-- The audit log is append-only: what an account's requests may do is insert and read. Deleting by age is the system
-- role's, which of an existing event may change nothing but the number of refused calls that it stands for.
revoke update, delete on audit_events from parley_app;
revoke update on audit_events from parley_system;
grant update (detail) on audit_events to parley_system;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if old.action = 'access.refused' and new.detail - 'count' = old.detail - 'count'
    and (new.detail ->> 'count')::int > (old.detail ->> 'count')::int then
    return new;
  end if;
  raise exception 'audit events are never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_events_unchanged before update of detail on audit_events
  for each row execute function refuse_audit_change();
create unique index api_keys_hash on api_keys (key_hash);

-- Where the audit log is forwarded to. Events up to (`after_tx`, `after_id`) have been taken.
create table audit_forwardings (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('webhook', 'syslog')),
  -- An address of the web, or `tls://host:port` and `tcp://host:port`.
  address text not null,
  -- Of webhooks.
  secret_enc bytea,
  -- Of syslog over TLS: who signed the receiver's certificate; null: a public authority.
  ca_certificate text,
  state text not null default 'active' check (state in ('active', 'paused')),
  after_tx bigint not null,
  after_id uuid not null,
  -- The last event of the batch in progress, which keeps its bounds and its id when it is tried again.
  sending_tx bigint,
  sending_id uuid,
  -- The attempt in progress, and when it counts as lost.
  claim_id uuid,
  claimed_until timestamptz,
  due_at timestamptz not null default now(),
  failures int not null default 0,
  forwarded bigint not null default 0,
  last_forwarded_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  version bigint not null default 1,
  request_hash bytea not null,
  primary key (client_id, id),
  check ((kind = 'webhook') = (secret_enc is not null)),
  check ((sending_tx is null) = (sending_id is null)),
  check ((claim_id is null) = (claimed_until is null))
);
select make_tenant_table('audit_forwardings');
create trigger limit_rows after insert on audit_forwardings referencing new table as added
  for each statement execute function limit_account_rows('5');

/*
 * Transactions are numbered by the cluster. In one whose numbers are below those that rows came with, after a restore, new
 * events would come before old ones: the old ones get numbers below all, in the same order.
 */
create function rebase_audit_positions(written_before timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  newest bigint;
begin
  select greatest(
    (select max(e.tx) from clients c cross join lateral (
      select tx from audit_events where client_id = c.id order by tx desc limit 1) e),
    (select max(greatest(after_tx, sending_tx)) from audit_forwardings)) into newest;
  if coalesce(newest < pg_snapshot_xmax(pg_current_snapshot())::text::bigint, true) then return false; end if;
  update audit_events set tx = tx - newest - 1 where at < written_before;
  update audit_forwardings set after_tx = after_tx - newest - 1, sending_tx = sending_tx - newest - 1;
  return true;
end $$;
revoke execute on function rebase_audit_positions(timestamptz) from public;
grant execute on function rebase_audit_positions(timestamptz) to parley_system;
