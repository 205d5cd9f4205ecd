-- A conversation may stand with a group, with or beside a person of it.
alter table threads
  add column assignee_group_id uuid,
  add foreign key (client_id, assignee_group_id) references user_groups (client_id, id);
create index threads_by_group on threads (client_id, assignee_group_id, last_message_at desc nulls last, id desc)
  where assignee_group_id is not null;
