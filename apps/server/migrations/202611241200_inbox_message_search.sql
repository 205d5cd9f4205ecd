/*
 * Search in messages. The index holds the folded text of each message, by account; what a status changes is not part of
 * it, so statuses stay heap-only updates. Texts are compared by fragments of three letters, which needs no words: it
 * works the same for scripts without spaces.
 */
create extension if not exists btree_gin;

/* What of a message can be searched: its text, caption, file name, template body, place or button. */
create function message_search_text(content jsonb) returns text
  language sql immutable parallel safe as $$
  select public.fold_text(left(
    coalesce(case when jsonb_typeof(content->'body') = 'object' then content->'body'->>'text' else content->>'body' end, '')
    || coalesce(' ' || (content->>'caption'), '') || coalesce(' ' || (content->>'filename'), '')
    || coalesce(' ' || (content->>'text'), '') || coalesce(' ' || (content->>'name'), '')
    || coalesce(' ' || (content->>'address'), '') || coalesce(' ' || (content->'display'->>'body'), ''), 4096)) $$;

create index messages_fragments on messages using gin (client_id, message_search_text(content) gin_trgm_ops);

/*
 * Messages with a fragment, newest first, in conversations of the given channels and assignees (null: all). Common
 * fragments are found among the newest messages without reading all that have them; rare ones by the index.
 */
create function find_messages(client uuid, pattern text, thread uuid, channels uuid[], assignee uuid, groups uuid[],
    newest int, most int) returns table (id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  visible constant text :=
    ' join threads t on t.client_id = m.client_id and t.id = m.thread_id
      where ($3::uuid is null or m.thread_id = $3) and ($4::uuid[] is null or t.channel_id = any($4))
        and ($5::uuid is null or t.assignee_id = $5 or t.assignee_group_id = any($6))
      order by m.sort_at desc, m.id desc limit $7';
  found uuid[];
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  execute 'select array(select m.id from (select * from messages where client_id = $1 order by id desc limit $8) m'
    || replace(visible, 'order by', 'and message_search_text(m.content) like $2 order by') || ')'
    into found using client, pattern, thread, channels, assignee, groups, most, newest;
  -- Fragments of one or two letters are in no index.
  if cardinality(found) >= most or length(pattern) < 5 then
    return query select unnest(found);
    return;
  end if;
  return query execute
    format('select m.id from (select * from messages where client_id = $1 and message_search_text(content) like %L) m', pattern)
    || visible using client, pattern, thread, channels, assignee, groups, most;
end $$;
revoke execute on function find_messages(uuid, text, uuid, uuid[], uuid, uuid[], int, int) from public;
grant execute on function find_messages(uuid, text, uuid, uuid[], uuid, uuid[], int, int) to parley_app;
