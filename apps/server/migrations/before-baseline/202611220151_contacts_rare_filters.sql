-- Few contacts have these, and what is rare must be found without going through all of them. Understanding what comes in
-- writes none of them, but for people with a username.
create index contacts_by_opt_in_source on contacts (client_id, opt_in_source, id)
  where deleted_at is null and opt_in_source is not null;
create index contacts_by_username on contacts (client_id, username, id) where deleted_at is null and username is not null;
create index contact_field_values_fragments on contact_field_values using gin (value_text gin_trgm_ops);

/* As contacts_with_fragment, for the values of one field. */
create function field_values_with_fragment(client uuid, field int, fragment text, most int) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  return query execute
    'select contact_id from contact_field_values where client_id = $1 and field_no = $2 and value_text like $3 limit $4'
    using client, field, '%' || replace(replace(replace(lower(fragment), '\', '\\'), '%', '\%'), '_', '\_') || '%', most;
end $$;
revoke execute on function field_values_with_fragment(uuid, int, text, int) from public;
grant execute on function field_values_with_fragment(uuid, int, text, int) to parley_app;
