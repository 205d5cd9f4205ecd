
-- The position in the change feed up to which conversations that ended, and answers, are taken. Whoever asks holds its row.
create table rating_cursors (
  client_id uuid not null references clients on delete cascade,
  pos bigint not null,
  primary key (client_id)
);
select make_tenant_table('rating_cursors');

-- One for each time a conversation was marked as done, with who had it then.
create table ratings (
  client_id uuid not null,
  -- Derived from the event, so that it is asked for once.
  id uuid not null,
  thread_id uuid not null,
  channel_id uuid not null,
  -- Who marked it as done, or had it; null: no member.
  user_id uuid,
  assignee_id uuid,
  assignee_group_id uuid,
  -- On the clock of the channel.
  due_at timestamptz(3) not null,
  asked_at timestamptz(3),
  -- Why it is not asked for.
  skipped text,
  scale smallint not null check (scale in (3, 5)),
  -- Of three answers 1, 3 or 5.
  score smallint check (score between 1 and 5),
  answered_at timestamptz(3),
  -- Until when the customer's next message is the comment, and that message.
  comment_until timestamptz(3),
  comment_message_id uuid,
  primary key (client_id, id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade,
  check ((score is null) = (answered_at is null)),
  check (asked_at is null or skipped is null)
);
create index ratings_due on ratings (client_id, channel_id, due_at) where asked_at is null and skipped is null;
create index ratings_of_thread on ratings (client_id, thread_id, due_at desc);
create index ratings_asked on ratings (client_id, asked_at) where asked_at is not null;
create index ratings_answered on ratings (client_id, answered_at desc, id desc) where score is not null;
select make_tenant_table('ratings');

-- From the first rule on the feed is followed, so that no conversation is missed that ends right after.
create function follow_for_ratings() returns trigger language plpgsql as $$
begin
  insert into rating_cursors (client_id, pos) select new.id, pos from change_counters where client_id = new.id
  on conflict do nothing;
  return null;
end $$;
create trigger follow_for_ratings after update of rating_rule on clients
  for each row when (new.rating_rule is not null) execute function follow_for_ratings();
