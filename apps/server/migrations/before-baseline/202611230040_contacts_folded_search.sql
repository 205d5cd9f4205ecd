/*
 * The form in which people are searched and sorted: small letters without accents, so that "ines" finds Inês and Élodie
 * stands among those with an E. `foldText` of the contacts feature does the same to what is typed.
 */
create function fold_text(value text) returns text
  language sql immutable strict parallel safe as $$
  select case when octet_length(value) = length(value) then lower(value) else
    normalize(replace(replace(replace(replace(translate(
      lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')),
      'øłđðħıŧς', 'olddhitσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC) end $$;

drop function contacts_with_fragment(uuid, text, int);
-- With them go the indexes that hold them.
alter table contacts drop column sort_name, drop column search_text;
alter table contacts
  add column sort_name text collate "C" generated always as (fold_text(name)) stored,
  add column search_text text collate "C" generated always as
    (fold_text(name) || ' ' || coalesce(phone_number, '') || ' ' || fold_text(coalesce(username, ''))) stored;
create index contacts_by_name on contacts (client_id, sort_name, id) include (search_text, filled_fields) where deleted_at is null;
create index contacts_by_created on contacts (client_id, created_at desc, id desc) include (search_text, filled_fields)
  where deleted_at is null;
create index contacts_by_id on contacts (client_id, id) include (sort_name, created_at, search_text, filled_fields) where deleted_at is null;
-- Of the trash too: a conversation stays, and is found, after its contact was deleted.
create index contacts_fragments on contacts using gin (search_text gin_trgm_ops);

/*
 * Contacts whose text is like one of some patterns. Under a policy no index serves such an operator, so this runs as the
 * owner and tests the account itself. Looks at no more rows than `most`; as many in the answer mean there may be more.
 */
create function contacts_like(client uuid, patterns text[], with_deleted boolean, most int) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  -- Planned for these very patterns: how rare they are decides about the road.
  return query execute (
    select 'select id from contacts where client_id = $1 and ($2 or deleted_at is null) and ('
      || string_agg(format('search_text like %L', p), ' or ') || ') limit $3' from unnest(patterns) p)
    using client, with_deleted, most;
end $$;
revoke execute on function contacts_like(uuid, text[], boolean, int) from public;
grant execute on function contacts_like(uuid, text[], boolean, int) to parley_app;
