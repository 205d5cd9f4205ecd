-- One row: which key this installation's secrets are sealed with, so that a process with another key is refused before
-- it changes anything.
create table installation (
  only_one boolean primary key default true check (only_one),
  key_id text not null,
  -- Which folder holds the files of messages, where several processes must share it.
  media_folder uuid,
  created_at timestamptz not null default now()
);
select make_system_table('installation');
