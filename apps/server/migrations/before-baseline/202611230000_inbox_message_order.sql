/*
 * One order of the messages of a thread, on the wire as here: (sort_at, id). Before, messages of one second stood in the
 * order of their arrival, which no reader of the wire could know of our own messages. So a message takes the next free
 * millisecond behind those it follows, and the column holds nothing finer than what the wire shows.
 */
update messages m set sort_at = m.sort_at + (x.n - 1) * interval '1 millisecond'
from (
  select client_id, id, row_number() over (partition by client_id, thread_id, sort_at order by arrival) as n from messages
) x
where x.n > 1 and m.client_id = x.client_id and m.id = x.id;
drop index messages_of_thread;
alter table messages alter column sort_at type timestamptz(3);
create index messages_of_thread on messages (client_id, thread_id, sort_at desc, id desc);

alter table threads alter column last_sort_at type timestamptz(3), drop column last_arrival;
update threads t set last_sort_at = m.sort_at
from messages m
where m.client_id = t.client_id and m.id = t.last_message_id and t.last_sort_at is distinct from m.sort_at;

-- An export under way goes on behind the message it had come to.
alter table person_exports add column message_id uuid;
update person_exports e set sort_at = m.sort_at, message_id = m.id
from messages m
where e.sort_at is not null and m.client_id = e.client_id and m.thread_id = e.thread_id and m.arrival = e.arrival;
alter table person_exports drop column arrival;
