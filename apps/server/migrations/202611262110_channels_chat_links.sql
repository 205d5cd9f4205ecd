-- Links that open WhatsApp with a prepared message. Its reference says in a received message which link was used.
create table chat_links (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  channel_id uuid not null,
  name text not null,
  text text not null,
  code text not null,
  created_by text not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  version bigint not null default 1,
  request_hash bytea not null,
  primary key (client_id, id),
  foreign key (client_id, channel_id) references channels (client_id, id)
);
create unique index chat_links_code on chat_links (client_id, code);
create index chat_links_channel on chat_links (client_id, channel_id);
select make_tenant_table('chat_links');
create trigger limit_rows after insert on chat_links referencing new table as added
  for each statement execute function limit_account_rows('200');

-- Received messages with the reference of a link. The link may be gone later; its name stays with the conversation.
create table chat_link_uses (
  client_id uuid not null,
  message_id uuid not null,
  thread_id uuid not null,
  link_id uuid not null,
  name text not null,
  at timestamptz not null,
  primary key (client_id, message_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
create index chat_link_uses_thread on chat_link_uses (client_id, thread_id, at desc);
create index chat_link_uses_link on chat_link_uses (client_id, link_id, at);
select make_tenant_table('chat_link_uses');
