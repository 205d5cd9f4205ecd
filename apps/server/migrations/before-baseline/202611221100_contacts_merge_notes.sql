-- Which internal notes came from which conversation when two of one channel became one; as contact_merge_messages.
create table contact_merge_notes (
  client_id uuid not null,
  merge_id uuid not null,
  note_id uuid not null,
  thread_id uuid not null,
  primary key (client_id, merge_id, note_id),
  foreign key (client_id, merge_id) references contact_merges (client_id, id) on delete cascade,
  foreign key (client_id, note_id) references notes (client_id, id) on delete cascade
);
create index contact_merge_notes_note on contact_merge_notes (client_id, note_id);
select make_tenant_table('contact_merge_notes');

/*
 * Notes of conversations that were joined before this follow now: noted down for every merge they came through that can
 * still be taken back, then moved to where their conversation goes on.
 */
with recursive hops as (
  select t.client_id, t.id as origin, t.id as hop, t.merged_into as into_thread from threads t where t.merged_into is not null
  union all
  select h.client_id, h.origin, t.id, t.merged_into from hops h
  join threads t on t.client_id = h.client_id and t.id = h.into_thread where t.merged_into is not null
), merges as (
  select g.client_id, g.id, (j.value->>'id')::uuid as thread_id, (j.value->>'into')::uuid as into_thread from contact_merges g
  cross join jsonb_path_query(g.undo, '$.taken[*].joined[*]') as j(value) where g.undo is not null and g.undone_at is null
)
insert into contact_merge_notes (client_id, merge_id, note_id, thread_id)
select n.client_id, m.id, n.id, m.thread_id from hops h
join notes n on n.client_id = h.client_id and n.thread_id = h.origin
join merges m on m.client_id = h.client_id and m.thread_id = h.hop and m.into_thread = h.into_thread;

with recursive hops as (
  select t.client_id, t.id as origin, t.merged_into as place from threads t where t.merged_into is not null
  union all
  select h.client_id, h.origin, t.merged_into from hops h
  join threads t on t.client_id = h.client_id and t.id = h.place where t.merged_into is not null
), places as (
  select h.client_id, h.origin, h.place from hops h
  join threads t on t.client_id = h.client_id and t.id = h.place where t.merged_into is null
), moved as (
  update notes n set thread_id = p.place, version = n.version + 1 from places p
  where n.client_id = p.client_id and n.thread_id = p.origin returning n.client_id, n.id, n.thread_id, n.version
), mentions as (
  update note_mentions x set thread_id = m.thread_id from moved m where x.client_id = m.client_id and x.note_id = m.id
)
insert into changes_new (client_id, collection, row_id, marker, version)
select client_id, 'notes', id, 'MODIFIED', version from moved;
