/*
 * What of a message can be searched: what its reader sees of text, caption, file name, template, place, choice or contact
 * card, up to the longest text that WhatsApp delivers. The index of fragments is built again, because texts are folded
 * otherwise since the migration before.
 */
drop index messages_fragments;

create or replace function message_search_text(content jsonb) returns text
  language plpgsql immutable parallel safe as $$
declare
  cards text;
begin
  if content ? 'contacts' then
    select string_agg(concat_ws(' ', card->'name'->>'formatted_name', card->'org'->>'company',
      -- A number is found as it is written and by its digits alone.
      (select string_agg(concat_ws(' ', p->>'phone', coalesce(p->>'wa_id', regexp_replace(p->>'phone', '\D', '', 'g'))), ' ')
        from jsonb_path_query(card, '$.phones[*]') p),
      (select string_agg(e->>'email', ' ') from jsonb_path_query(card, '$.emails[*]') e)), ' ')
    into cards from jsonb_path_query(content, '$.contacts[*]') card;
  end if;
  return public.fold_text(left(
    coalesce(case when jsonb_typeof(content->'body') = 'object' then content->'body'->>'text' else content->>'body' end, '')
    || coalesce(' ' || (content->>'caption'), '') || coalesce(' ' || (content->>'filename'), '')
    || coalesce(' ' || (content->>'text'), '') || coalesce(' ' || (content->>'description'), '')
    || coalesce(' ' || (content->>'name'), '') || coalesce(' ' || (content->>'address'), '')
    || coalesce(' ' || (content->'display'->>'body'), '') || coalesce(' ' || cards, ''), 65536));
end $$;

create index messages_fragments on messages using gin (client_id, message_search_text(content) gin_trgm_ops);

/*
 * The pairs of neighbouring letters in Chinese, Japanese and Korean, where a word has two. A pair is one number: 20 bits of
 * the account, so that an entry holds few messages of others, and 21 for each letter. Null without any, which is most texts.
 */
create function text_pairs(client uuid, value text) returns int8[]
  language plpgsql immutable strict parallel safe as $$
declare
  account constant int8 := ('x' || right(client::text, 5))::bit(20)::int8 << 42;
  pairs int8[] := '{}';
  letter text;
  before int8 := 0;
  code int8;
begin
  if octet_length(value) = length(value) or value !~ '[\u3005-\uffff\U00020000-\U0003ffff]{2}' then
    return null;
  end if;
  -- A loop takes a quarter of the time of a query.
  foreach letter in array string_to_array(value, null) loop
    code := ascii(letter);
    if before >= 12293 and code >= 12293 then
      pairs := pairs || (account | (before << 21) | code);
    end if;
    before := code;
  end loop;
  return pairs;
end $$;

create index messages_pairs on messages using gin (text_pairs(client_id, message_search_text(content)))
  where text_pairs(client_id, message_search_text(content)) is not null;

/* As before, and a text with such a pair is found by its pairs: also one of two letters. */
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
  pairs constant int8[] := text_pairs(client, pattern);
  -- Other fragments of one or two letters are in no index.
  indexed constant boolean := length(pattern) >= 5 or pairs is not null;
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
  if not indexed or cardinality(found) * (newest / sample) * 2 >= most then
    execute among_newest into found using client, pattern, thread, channels, assignee, groups, most, newest;
    if cardinality(found) >= most or not indexed then
      return query select unnest(found);
      return;
    end if;
  end if;
  if pairs is not null then
    return query execute
      format('select m.id from (select * from messages where client_id = $1 and message_search_text(content) like $2
        and text_pairs(client_id, message_search_text(content)) @> %L::int8[] offset 0) m', pairs) || visible
      using client, pattern, thread, channels, assignee, groups, most;
    return;
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
