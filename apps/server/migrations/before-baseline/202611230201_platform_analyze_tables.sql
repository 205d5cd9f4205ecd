-- Workers analyze tables that a burst of writing has just filled. PostgreSQL before 17 has no right to that short of
-- owning the table.
create function analyze_tables(names text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found regclass;
begin
  for found in
    select c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any (names)
    order by c.relname
  loop
    execute format('analyze %s', found);
  end loop;
end $$;
revoke execute on function analyze_tables(text[]) from public;
grant execute on function analyze_tables(text[]) to parley_system;
