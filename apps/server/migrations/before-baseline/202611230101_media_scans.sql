-- Where a malware scanner is set up, no file is served before it called the file clean. Files from before are.
alter table media_files add column scan text not null default 'clean' check (scan in ('waiting', 'clean'));
-- refused: the scanner found malware; nothing of the bytes is kept.
alter table media drop constraint media_state_check;
alter table media add constraint media_state_check check (state in ('waiting', 'kept', 'failed', 'gone', 'refused'));
