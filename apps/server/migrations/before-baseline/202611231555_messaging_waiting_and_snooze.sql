-- Since when the customer waits for an answer: the first message after our last one. Null while the last message is ours.
alter table threads add column waiting_since timestamptz;
-- Until then an active conversation is out of the way; infinity: until the customer writes.
alter table threads add column snoozed_until timestamptz;
alter table threads add constraint threads_snoozed_active check (snoozed_until is null or state = 'ACTIVE');

update threads t set waiting_since = m."timestamp" from messages m
where m.client_id = t.client_id and m.id = t.last_message_id and m.direction = 'INCOMING';

create index threads_waiting on threads (client_id, waiting_since) where waiting_since is not null;
create index threads_snoozed on threads (client_id, snoozed_until) where snoozed_until is not null;
