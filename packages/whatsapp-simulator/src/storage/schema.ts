/** Incremented whenever the tables change; an older file is refused. */
export const schemaVersion = 1;

/** Added after the first version: created where it is missing. */
export const additions = `
create table if not exists reached (
  account integer not null,
  phone text not null,
  at_ms integer not null,
  primary key (account, phone)
) strict, without rowid;
create index if not exists reached_since on reached (account, at_ms);
create index if not exists phones_named on phones (account, id) where json_extract(behaviour, '$.synthetic') is not 1;
`;

/**
 * The tables. Times are milliseconds: `*_ms` of messages and phones by the account's (movable) clock, `due_ms`,
 * `created_ms` and `next_try_ms` of the machine's.
 */
export const schema = `
create table meta (name text primary key, value integer not null) strict;

create table accounts (
  key integer primary key autoincrement,
  phone_number_id text not null unique,
  token text not null unique,
  waba_id text not null,
  settings text not null
) strict;

create table phones (
  account integer not null,
  id text not null,
  user_id text not null,
  name text not null,
  username text,
  behaviour text not null,
  last_inbound_ms integer,
  typing_until_ms integer,
  created_ms integer not null,
  changed integer not null,
  primary key (account, id)
) strict, without rowid;
create unique index phones_user on phones (account, user_id);

create table messages (
  seq integer primary key autoincrement,
  account integer not null,
  phone text not null,
  inbound integer not null,
  wamid text not null,
  caller_id text,
  type text not null,
  content text not null,
  context text,
  display text,
  addressed_to text,
  opaque text,
  category text,
  fate integer,
  fate_details text,
  status integer not null,
  at_ms integer not null,
  due_ms integer,
  received integer not null default 0,
  receive_order integer,
  position integer,
  changed integer
) strict;
create unique index messages_wamid on messages (account, wamid);
create unique index messages_caller on messages (account, phone, caller_id) where caller_id is not null;
create index messages_due on messages (due_ms, seq) where due_ms is not null;
create index messages_book on messages (account, phone, position) where position is not null;
create index messages_changed on messages (account, phone, changed) where changed is not null;
create index messages_undelivered on messages (account, phone, seq) where inbound = 0 and status = 1;
create index messages_unread on messages (account, phone, seq) where inbound = 0 and status = 2;
create index messages_open on messages (account, phone, seq) where inbound = 1 and status < 3;
create index messages_sends on messages (account, seq) where inbound = 0;

create table status_events (
  message integer not null,
  status text not null,
  at_ms integer not null,
  primary key (message, status)
) strict, without rowid;

create table outbox (
  seq integer primary key autoincrement,
  account integer not null,
  field text not null,
  kind text not null,
  payload text not null,
  contact text,
  message integer,
  created_ms integer not null,
  next_try_ms integer not null,
  attempts integer not null default 0,
  in_flight integer not null default 0
) strict;
create index outbox_due on outbox (account, in_flight, next_try_ms, seq);

create table media (
  id text primary key,
  account integer not null,
  mime_type text not null,
  sha256 text not null,
  size_bytes integer not null,
  filename text,
  created_ms integer not null
) strict;
create index media_account on media (account, sha256);

create table media_chunks (
  media text not null,
  number integer not null,
  bytes blob not null,
  primary key (media, number)
) strict;
`;
