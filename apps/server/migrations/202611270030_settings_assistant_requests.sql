-- Requests of API keys that came through tools of assistants.
alter table api_key_hours add column assistant int not null default 0;
alter table api_key_requests add column assistant boolean not null default false;
