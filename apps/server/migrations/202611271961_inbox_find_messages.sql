/*
 * The search of messages reads only as much as a text needs. The newest few messages show how frequent it is: a frequent
 * one is found among the newest messages, a rare one by the index at once. Of several words the index is asked for one
 * that none of the newest messages has: reading where frequent words are would take longer than comparing the few messages
 * that have the rare one. In one conversation its own messages are read.
 */
create or replace function find_messages(client uuid, pattern text, thread uuid, channels uuid[], assignee uuid, groups uuid[],
    newest int, most int) returns table (id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  sample constant int := least(newest, 500);
  visible constant text :=
    ' join threads t on t.client_id = m.client_id and t.id = m.thread_id
      where ($4::uuid[] is null or t.channel_id = any($4))
        and ($5::uuid is null or t.assignee_id = $5 or t.assignee_group_id = any($6))
      order by m.sort_at desc, m.id desc limit $7';
  among_newest constant text :=
    'select array(select m.id from (
       select * from (select * from messages where client_id = $1 order by id desc limit $8) n
       where message_search_text(n.content) like $2) m' || visible || ')';
  found uuid[];
  texts text[];
  word text;
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  if thread is not null then
    return query execute
      'select m.id from (select * from messages where client_id = $1 and thread_id = $3
         and message_search_text(content) like $2 offset 0) m' || visible
      using client, pattern, thread, channels, assignee, groups, most;
    return;
  end if;
  execute among_newest into found using client, pattern, thread, channels, assignee, groups, most, sample;
  if cardinality(found) >= most then
    return query select unnest(found);
    return;
  end if;
  -- Fragments of one or two letters are in no index.
  if length(pattern) < 5 or cardinality(found) * (newest / sample) * 2 >= most then
    execute among_newest into found using client, pattern, thread, channels, assignee, groups, most, newest;
    if cardinality(found) >= most or length(pattern) < 5 then
      return query select unnest(found);
      return;
    end if;
  end if;
  texts := array(select message_search_text(content) from messages where client_id = client order by messages.id desc limit sample);
  select w into word from regexp_split_to_table(substr(pattern, 2, length(pattern) - 2), ' ') w
    where length(w) < length(pattern) - 2 and w ~ '[[:alnum:]]{3}' and not exists (select from unnest(texts) s where s like '%' || w || '%')
    order by length(w) desc limit 1;
  return query execute
    format('select m.id from (select * from messages where client_id = $1 and message_search_text(content) like %L offset 0) m',
      coalesce('%' || word || '%', pattern))
    || case when word is null then visible else replace(visible, 'where', 'where message_search_text(m.content) like $2 and') end
    using client, pattern, thread, channels, assignee, groups, most;
end $$;
