-- Internal notes in a conversation. Never sent to a customer: no trigger is made of one.
create table notes (
  client_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  body text not null,
  -- Members and groups it mentions, as written; `note_mentions` has the members.
  user_ids uuid[] not null default '{}',
  group_ids uuid[] not null default '{}',
  request_hash bytea not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  created_by text not null,
  version bigint not null default 1,
  -- Notes are edited and deleted by their authors; a deleted note keeps no text at all.
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  -- Earlier texts, oldest first: {body, until}.
  earlier jsonb,
  primary key (client_id, id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
create index notes_of_thread on notes (client_id, thread_id, created_at desc, id desc);
select make_tenant_table('notes');

-- One row for each member and note; a group stands for its members at that moment.
create table note_mentions (
  client_id uuid not null,
  user_id uuid not null,
  note_id uuid not null,
  thread_id uuid not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (client_id, user_id, note_id),
  foreign key (client_id, note_id) references notes (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
create index note_mentions_of_note on note_mentions (client_id, note_id);
create index note_mentions_by_time on note_mentions (client_id, user_id, created_at desc, note_id desc);
create index note_mentions_unread on note_mentions (client_id, user_id, thread_id) where read_at is null;
select make_tenant_table('note_mentions');

create table labels (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  color text not null,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (client_id, id)
);
create unique index labels_by_name on labels (client_id, name_key(name));
select make_tenant_table('labels');
create trigger limit_rows after insert on labels referencing new table as added
  for each statement execute function limit_account_rows('500');

create table thread_labels (
  client_id uuid not null,
  thread_id uuid not null,
  label_id uuid not null,
  primary key (client_id, thread_id, label_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade,
  foreign key (client_id, label_id) references labels (client_id, id) on delete cascade
);
create index thread_labels_by_label on thread_labels (client_id, label_id, thread_id);
select make_tenant_table('thread_labels');

-- The stages of the board, which a conversation passes from its first message to won or lost.
create table stages (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  color text not null,
  -- From 0, without gaps.
  position int not null,
  -- A conversation that comes here is done.
  closes boolean not null default false,
  version bigint not null default 1,
  primary key (client_id, id)
);
create unique index stages_by_name on stages (client_id, name_key(name));
select make_tenant_table('stages');
create trigger limit_rows after insert on stages referencing new table as added
  for each statement execute function limit_account_rows('30');
alter table threads add constraint threads_stage foreign key (client_id, stage_id) references stages (client_id, id)
  on delete set null (stage_id);

-- Views of the inbox that a member keeps, for themselves or for everyone.
create table saved_views (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  owner_id uuid not null,
  shared boolean not null,
  name text not null,
  -- View, filters and sort, as in the address of the inbox.
  conditions jsonb not null,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (client_id, id)
);
create index saved_views_of_owner on saved_views (client_id, owner_id);
select make_tenant_table('saved_views');
create trigger limit_rows after insert on saved_views referencing new table as added
  for each statement execute function limit_account_rows('1000');

-- Unsent texts, for the other devices of the same member. An empty text says that it was sent or deleted.
create table drafts (
  client_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  thread_id uuid not null,
  body text not null,
  quoted_id uuid,
  -- By the clock of the device that wrote it: the later one wins.
  updated_at timestamptz(3) not null,
  version bigint not null default 1,
  -- Drafts that the team sees.
  shared boolean not null default false,
  -- Whose shared draft this one took over; they are told.
  taken_from uuid,
  -- The version with which what others see of it last changed; 0: never shared. Devices read again only then.
  team_version bigint not null default 0,
  primary key (client_id, id),
  unique (client_id, user_id, thread_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade,
  constraint drafts_shared check (not shared or body <> '')
);
create index drafts_of_thread on drafts (client_id, thread_id);
select make_tenant_table('drafts');
create trigger limit_rows after insert on drafts referencing new table as added
  for each statement execute function limit_account_rows('100000');

/*
 * Search in messages. The index holds the folded text of each message, by account; what a status changes is not part of
 * it, so statuses stay heap-only updates. Texts are compared by fragments of three letters, which needs no words: it
 * works the same for scripts without spaces.
 */
create extension if not exists btree_gin;

/*
 * What of a message can be searched: its text, caption, file name, template body, place, button or transcript. Words are found across
 * line breaks, as `foldLine` folds what is typed.
 */
create function message_search_text(content jsonb) returns text
  language plpgsql immutable parallel safe as $$
declare
  cards text;
  folded text;
begin
  if content ? 'contacts' then
    select string_agg(concat_ws(' ', card->'name'->>'formatted_name', card->'org'->>'company',
      -- A number is found as it is written and by its digits alone.
      (select string_agg(concat_ws(' ', p->>'phone', coalesce(p->>'wa_id', regexp_replace(p->>'phone', '\D', '', 'g'))), ' ')
        from jsonb_path_query(card, '$.phones[*]') p),
      (select string_agg(e->>'email', ' ') from jsonb_path_query(card, '$.emails[*]') e)), ' ')
    into cards from jsonb_path_query(content, '$.contacts[*]') card;
  end if;
  folded := public.fold_text(left(
    coalesce(case when jsonb_typeof(content->'body') = 'object' then content->'body'->>'text' else content->>'body' end, '')
    || coalesce(' ' || (content->>'caption'), '') || coalesce(' ' || (content->>'filename'), '')
    || coalesce(' ' || (content->>'text'), '') || coalesce(' ' || (content->>'description'), '')
    || coalesce(' ' || (content->>'name'), '') || coalesce(' ' || (content->>'address'), '')
    || coalesce(' ' || (content->'display'->>'body'), '') || coalesce(' ' || (content->'transcript'->>'text'), '') || coalesce(' ' || cards, ''), 65536));
  if strpos(folded, E'\n') > 0 or strpos(folded, E'\t') > 0 or strpos(folded, '  ') > 0 then
    return regexp_replace(folded, E'[\t-\r ]+', ' ', 'g');
  end if;
  return folded;
end $$;

/*
 * The search of messages reads only as much as a text needs. The newest few messages show how frequent it is: a frequent
 * one is found among the newest messages, a rare one by the index at once. Of several words the index is asked for one
 * that none of the newest messages has: reading where frequent words are would take longer than comparing the few messages
 * that have the rare one. In one conversation, and in those of a few people, their own messages are read.
 * `names`: only of contacts whose text matches one of these patterns: their name alone, without their number in it, or with
 * `numbers` also number and username. `writers`: a set that contains them; null where it would be large.
 */
create function find_messages(client uuid, pattern text, thread uuid, channels uuid[], assignee uuid, groups uuid[],
    newest int, most int, names text[] default null, numbers boolean default false, writers uuid[] default null)
  returns table (id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  sample constant int := least(newest, 500);
  joined constant text := ' join threads t on t.client_id = m.client_id and t.id = m.thread_id where ';
  visible constant text :=
    '($4::uuid[] is null or t.channel_id = any($4))
     and ($5::uuid is null or t.assignee_id = $5 or t.assignee_group_id = any($6))'
    || case when names is null then '' else
     ' and m.direction = ''INCOMING'' and exists (select from contacts c where c.client_id = $1
         and c.id = case when t.group_id is null then t.contact_id
           else current_contact($1, (m.extras->>''sender_id'')::uuid) end
         and case when $10 then c.search_text
           else coalesce(replace(c.sort_name, c.phone_number collate "C", chr(1)), c.sort_name) end like any($9))' end
    || ' order by m.sort_at desc, m.id desc limit $7';
  among_newest constant text :=
    'select array(select m.id from (
       select * from (select * from messages where client_id = $1 order by id desc limit $8) n
       where message_search_text(n.content) like $2) m' || joined || visible || ')';
  pairs constant int8[] := text_pairs(client, pattern);
  -- Other fragments of one or two letters are in no index.
  indexed constant boolean := length(pattern) >= 5 or pairs is not null;
  -- Where nearly all messages are of one account, asking the index for it costs more than reading some of others.
  account constant text := case when (
      select s.most_common_freqs[array_position(s.most_common_vals::text::uuid[], client)] from pg_stats s
      where s.schemaname = 'public' and s.tablename = 'messages' and s.attname = 'client_id') > 0.9
    then 'is not distinct from' else '=' end;
  places uuid[] := array[thread];
  found uuid[];
  texts text[];
  word text;
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  if thread is null and writers is not null then
    -- Messages in groups name their sender by the contact that it was then.
    places := array(
      with recursive people as (
        select unnest(writers) as id
        union select c.id from people p join contacts c on c.client_id = client and c.merged_into = p.id
      )
      select t.id from people p join threads t on t.client_id = client and t.contact_id = p.id
      union select q.thread_id from people p join thread_participants q on q.client_id = client and q.contact_id = p.id);
  end if;
  if thread is not null or writers is not null then
    return query execute
      'select m.id from (select * from messages where client_id = $1 and thread_id = any($3)
         and message_search_text(content) like $2 offset 0) m' || joined || visible
      using client, pattern, places, channels, assignee, groups, most, sample, names, numbers;
    return;
  end if;
  execute among_newest into found using client, pattern, places, channels, assignee, groups, most, sample, names, numbers;
  if cardinality(found) >= most then
    return query select unnest(found);
    return;
  end if;
  if not indexed or cardinality(found) * (newest / sample) * 2 >= most then
    execute among_newest into found using client, pattern, places, channels, assignee, groups, most, newest, names, numbers;
    if cardinality(found) >= most or not indexed then
      return query select unnest(found);
      return;
    end if;
  end if;
  if pairs is null and pattern like '% %' then
    texts := array(select message_search_text(content) from messages where client_id = client order by messages.id desc limit sample);
    select w into word from regexp_split_to_table(substr(pattern, 2, length(pattern) - 2), ' ') w
      where length(w) < length(pattern) - 2 and w ~ '[[:alnum:]]{3}' and not exists (select from unnest(texts) s where s like '%' || w || '%')
      order by length(w) desc limit 1;
  end if;
  return query execute
    format('select m.id from (select * from messages where client_id %s $1 and %s offset 0) m', account,
      case when pairs is not null then format('text_pairs(client_id, message_search_text(content)) @> %L::int8[]', pairs)
        else format('message_search_text(content) like %L', coalesce('%' || word || '%', pattern)) end)
    -- The index has compared the whole text when it was asked for it.
    || joined || case when coalesce(pairs::text, word) is null then '' else 'message_search_text(m.content) like $2 and ' end
    || visible
    using client, pattern, places, channels, assignee, groups, most, sample, names, numbers;
end $$;
revoke execute on function find_messages(uuid, text, uuid, uuid[], uuid, uuid[], int, int, text[], boolean, uuid[]) from public;
grant execute on function find_messages(uuid, text, uuid, uuid[], uuid, uuid[], int, int, text[], boolean, uuid[]) to parley_app;

-- Conversations with files, for the filter of the inbox. A message's type never changes, so statuses still update in place.
create index messages_of_media on messages (client_id, thread_id)
  where type in ('image', 'video', 'audio', 'document', 'sticker');
create index drafts_shared_in_thread on drafts (client_id, thread_id) where shared or taken_from is not null;
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
