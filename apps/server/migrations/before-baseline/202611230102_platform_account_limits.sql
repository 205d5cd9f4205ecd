/*
 * How many rows of a kind one account may have, so that no account makes lists that cost the others. Arguments of the
 * trigger: the most, and which rows count (all when left out). It looks after the rows are in, so that the same call
 * again, which inserts nothing, still answers the same; and it takes a lock, so that of two at once the second counts
 * the rows of the first. Only our own roles are limited: an operator, and a restore, may write what they have.
 */
create function limit_account_rows() returns trigger language plpgsql as $$
declare
  account uuid;
  held bigint;
begin
  if current_user not in ('parley_app', 'parley_system') then return null; end if;
  for account in select distinct client_id from added order by client_id loop
    perform pg_advisory_xact_lock(hashtextextended(tg_table_name || account, 0));
    execute format('select count(*) from (select from %I where client_id = $1 and (%s) limit %s) counted',
      tg_table_name, coalesce(tg_argv[1], 'true'), tg_argv[0]::int + 1) into held using account;
    if held > tg_argv[0]::int then
      raise exception 'account limit reached' using errcode = 'PAR01', table = tg_table_name, detail = tg_argv[0];
    end if;
  end loop;
  return null;
end $$;

create trigger limit_rows after insert on segments referencing new table as added
  for each statement execute function limit_account_rows('200');
create trigger limit_rows after insert on contact_lists referencing new table as added
  for each statement execute function limit_account_rows('1000');
create trigger limit_rows after insert on contact_fields referencing new table as added
  for each statement execute function limit_account_rows('500');
create trigger limit_rows after insert on channels referencing new table as added
  for each statement execute function limit_account_rows('200');
create trigger limit_rows after insert on templates referencing new table as added
  for each statement execute function limit_account_rows('6000');
create trigger limit_rows after insert on campaigns referencing new table as added
  for each statement execute function limit_account_rows('10000');
create trigger limit_rows after insert on user_groups referencing new table as added
  for each statement execute function limit_account_rows('200');
create trigger limit_rows after insert on invitations referencing new table as added
  for each statement execute function limit_account_rows('5000');
create trigger limit_rows after insert on sandbox_scenarios referencing new table as added
  for each statement execute function limit_account_rows('200');
-- Work that waits or runs, not what has ended.
create trigger limit_rows after insert on contact_bulk_acts referencing new table as added
  for each statement execute function limit_account_rows('50', 'state in (''waiting'', ''running'')');
create trigger limit_rows after insert on person_exports referencing new table as added
  for each statement execute function limit_account_rows('50', 'state in (''waiting'', ''running'')');
create trigger limit_rows after insert on imports referencing new table as added
  for each statement execute function limit_account_rows('100', 'state not in (''done'', ''failed'', ''cancelled'', ''undone'')');
