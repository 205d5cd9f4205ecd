-- Notes are edited and deleted by their authors. Earlier texts stay as a trace; a deleted note keeps no text at all.
alter table notes add column edited_at timestamptz(3);
alter table notes add column deleted_at timestamptz(3);
-- Earlier texts, oldest first: {body, until}.
alter table notes add column earlier jsonb;
