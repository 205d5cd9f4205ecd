/*
 * Files of a saved reply ([{media_id, kind, filename, mime_type, size_bytes}]) and the quick replies under it.
 */
alter table session_templates
  add column attachments jsonb not null default '[]',
  add column buttons text[] not null default '{}';
create index session_templates_attachments on session_templates using gin (attachments jsonb_path_ops)
  where attachments <> '[]';
