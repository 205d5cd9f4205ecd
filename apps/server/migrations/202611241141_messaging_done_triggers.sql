-- Finished triggers are removed by age; without an index each slice would read the whole table.
create index triggers_done on triggers (done_at) where state = 'done';
