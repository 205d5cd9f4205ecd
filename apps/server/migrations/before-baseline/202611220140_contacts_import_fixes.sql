-- What may be meant by a row that cannot be taken as it is, and the mend it shares with others; the row that a second one
-- with the same number belongs to.
alter table import_problems add column suggestion text, add column fix text, add column other_row int;
create index import_problems_fix on import_problems (client_id, import_id, fix, row_no) where fix is not null;

-- The row whose person this one was added to, when two rows with one number were made one.
alter table import_edits add column merged_into int;

-- How long the last check of all rows took.
alter table imports add column check_ms int;
