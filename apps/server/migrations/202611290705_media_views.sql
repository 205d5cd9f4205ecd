-- What features above may read.
create view shared_media with (security_invoker = true) as select
  client_id, id, file_id, filename, message_id, state
  from media;
create view shared_media_files with (security_invoker = true) as select
  client_id, id, sha256, size_bytes, mime_type
  from media_files;

grant select on shared_media, shared_media_files to parley_app, parley_system;

-- Whether features above still send a file; they replace these functions.
create function campaigns_use_media(account uuid, file uuid) returns boolean language sql stable as $$ select false $$;
grant execute on function campaigns_use_media(uuid, uuid) to parley_app, parley_system;
create function replies_use_media(account uuid, file uuid) returns boolean language sql stable as $$ select false $$;
grant execute on function replies_use_media(uuid, uuid) to parley_app, parley_system;
create function automations_use_media(account uuid, file uuid) returns boolean language sql stable as $$ select false $$;
grant execute on function automations_use_media(uuid, uuid) to parley_app, parley_system;
