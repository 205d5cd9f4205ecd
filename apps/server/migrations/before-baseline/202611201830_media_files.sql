-- Bytes an account keeps, once however many messages show them. The object's name in the storage is the row's id, so
-- that a file removed and one kept anew are never the same object.
create table media_files (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  sha256 bytea not null check (length(sha256) = 32),
  size_bytes bigint not null check (size_bytes > 0),
  -- What the bytes are, found by reading them; never what a sender says.
  mime_type text not null,
  width int check (width > 0),
  height int check (height > 0),
  duration_ms int check (duration_ms >= 0),
  animated boolean not null default false,
  has_thumbnail boolean not null default false,
  -- Last time somebody asked for these bytes to be kept: what nothing refers to goes some time after.
  used_at timestamptz not null default now(),
  primary key (client_id, id),
  unique (client_id, sha256, mime_type)
);
alter table media_files set (fillfactor = 85);
select make_tenant_table('media_files');
create index media_files_used on media_files (client_id, used_at, id);

-- What an account keeps in all, so that nothing is ever summed up for one upload.
create table media_usage (
  client_id uuid primary key references clients on delete cascade,
  bytes bigint not null default 0 check (bytes >= 0)
);
select make_tenant_table('media_usage');

-- One picture, film, sound or document of a message: a customer's, which is copied here, or one a teammate uploaded.
create table media (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  -- Null until the bytes are here, and after they were removed.
  file_id uuid,
  filename text,
  -- Where a customer's file comes from.
  channel_id uuid,
  message_id uuid,
  provider_media_id text,
  -- waiting: on its way here; kept: here; failed: could not be had yet, a person may ask again; gone: cannot be had.
  state text not null check (state in ('waiting', 'kept', 'failed', 'gone')),
  reason text,
  -- First used in a message of ours; uploads nobody sent go after a while.
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

-- What WhatsApp calls a file that was uploaded to it for one number; good for thirty days there.
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
