/*
 * What an import did is noted in a transaction that holds the import's row, so the row is there; being asked once a note
 * took as long as writing it. Notes go with their import all the same.
 */
alter table import_changes drop constraint import_changes_client_id_import_id_fkey;

create function imports_deleted() returns trigger language plpgsql as $$
begin
  delete from import_changes c using old_rows o where c.client_id = o.client_id and c.import_id = o.id;
  return null;
end $$;
create trigger imports_deleted after delete on imports referencing old table as old_rows
  for each statement execute function imports_deleted();
