-- What whoever named the people of a broadcast sees of contacts: it is never written to more than those.
alter table campaigns add column seer jsonb not null default '{}';
-- How far the writing down of its people has come; null while none is under way.
alter table campaigns add column frozen jsonb;
