-- Why an automation paused; null unless it did.
alter table automations add column paused_by text check (paused_by in ('errors', 'slow_words'));
update automations set paused_by = 'errors' where state = 'PAUSED';
alter table automations add constraint automations_paused check ((state = 'PAUSED') = (paused_by is not null));
