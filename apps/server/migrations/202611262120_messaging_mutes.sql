-- By member: until when they get no notifications of the conversation; `infinity` without end.
alter table threads add column mutes jsonb not null default '{}';
