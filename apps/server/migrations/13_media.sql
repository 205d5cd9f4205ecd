-- Files of an account, stored once however many messages show them. The name of the object in the storage is the row's
-- id, so a deleted file and the same file stored again are different objects.
create table media_files (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  sha256 bytea not null check (length(sha256) = 32),
  size_bytes bigint not null check (size_bytes > 0),
  -- Detected from the bytes; never what a sender says.
  mime_type text not null,
  width int check (width > 0),
  height int check (height > 0),
  duration_ms int check (duration_ms >= 0),
  animated boolean not null default false,
  has_thumbnail boolean not null default false,
  -- The last time the file was stored; unreferenced files are deleted some time after.
  used_at timestamptz not null default now(),
  -- With a malware scanner configured, a file is served only when it is clean.
  scan text not null default 'clean' check (scan in ('waiting', 'clean')),
  primary key (client_id, id),
  unique (client_id, sha256, mime_type)
);
alter table media_files set (fillfactor = 85);
select make_tenant_table('media_files');
create index media_files_used on media_files (client_id, used_at, id);

-- Total size of an account's files, so that an upload need not sum them up.
create table media_usage (
  client_id uuid primary key references clients on delete cascade,
  bytes bigint not null default 0 check (bytes >= 0)
);
select make_tenant_table('media_usage');

-- An image, video, audio file or document of a message: a customer's, which is copied here, or a member's upload.
create table media (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  -- Null until the file is here, and after it was deleted.
  file_id uuid,
  filename text,
  -- The source of a customer's file.
  channel_id uuid,
  message_id uuid,
  provider_media_id text,
  -- waiting: being copied; kept: stored; failed: a member may retry; gone: no longer available; refused: malware, nothing
  -- of it is stored.
  state text not null check (state in ('waiting', 'kept', 'failed', 'gone', 'refused')),
  reason text,
  -- First use in an outgoing message; uploads that were never sent are deleted after a while.
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (client_id, id),
  foreign key (client_id, file_id) references media_files (client_id, id),
  foreign key (client_id, message_id) references messages (client_id, id) on delete cascade,
  check ((state = 'kept') = (file_id is not null))
);
alter table media set (fillfactor = 85);
select make_tenant_table('media');
create index media_of_file on media (client_id, file_id) where file_id is not null;
create index media_of_message on media (client_id, message_id) where message_id is not null;
create index media_by_age on media (client_id, created_at, id) where state = 'kept';

-- WhatsApp's id of a file that was uploaded for one channel; valid for thirty days.
create table media_uploads (
  client_id uuid not null,
  file_id uuid not null,
  channel_id uuid not null,
  provider_media_id text not null,
  uploaded_at timestamptz not null default now(),
  primary key (client_id, file_id, channel_id),
  foreign key (client_id, file_id) references media_files (client_id, id) on delete cascade,
  foreign key (client_id, channel_id) references channels (client_id, id) on delete cascade
);
create index media_uploads_channel on media_uploads (client_id, channel_id);
select make_tenant_table('media_uploads');

-- Identifies the folder with the media files, which all processes must share: one row at most.
create table media_folders (
  only_one boolean primary key default true check (only_one),
  id uuid not null
);
select make_system_table('media_folders');

-- Files that the storage took or did not take, counted by the hour for two days.
create table media_hours (
  client_id uuid not null references clients on delete cascade,
  hour timestamptz not null,
  stored int not null default 0,
  failed int not null default 0,
  primary key (client_id, hour)
);
select make_tenant_table('media_hours');
create index media_hours_age on media_hours (hour);
