-- What features above may read.
create view shared_labels with (security_invoker = true) as select
  client_id, id, name
  from labels;
create view shared_note_mentions with (security_invoker = true) as select
  client_id, user_id, note_id, thread_id, read_at
  from note_mentions;
create view shared_notes with (security_invoker = true) as select
  client_id, id, thread_id, body, user_ids, group_ids, created_at, created_by, deleted_at
  from notes;
create view shared_thread_labels with (security_invoker = true) as select
  client_id, thread_id, label_id
  from thread_labels;

create view shared_stages with (security_invoker = true) as select
  client_id, id, name
  from stages;

grant select on shared_labels, shared_stages, shared_note_mentions, shared_notes,
  shared_thread_labels to parley_app, parley_system;

-- What features below read of this one.
create or replace view account_labels with (security_invoker = true) as select
  client_id, id
  from labels;
create or replace view thread_label_ids with (security_invoker = true) as select
  client_id, thread_id, label_id
  from thread_labels;
