-- Until when the waiting customer is to be answered, on the clock of the channel; null without a target. A wait ended
-- since the conversation began or was opened again: the target of the next one is that of later replies.
alter table threads add column reply_due_at timestamptz, add column answered boolean not null default false;
create index threads_reply_due on threads (client_id, channel_id, reply_due_at) where reply_due_at is not null;

-- The moment after so many minutes of working hours; null when they have no such time within 400 days.
create function after_working_minutes(since timestamptz, minutes int, hours jsonb) returns timestamptz
language plpgsql stable as $$
declare
  zone text := hours->>'time_zone';
  first date := (since at time zone zone)::date;
  left_over interval := minutes * interval '1 minute';
  day date;
  range jsonb;
  begins timestamptz;
  ends timestamptz;
begin
  if not jsonb_path_exists(hours->'days', '$.*[*]') then return null; end if;
  for ahead in 0..400 loop
    day := first + ahead;
    continue when hours->'holidays' @> jsonb_build_array(jsonb_build_object('date', day::text));
    for range in select jsonb_array_elements(
      hours->'days'->((array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[extract(isodow from day)::int])) loop
      begins := greatest(since, (day + (range->>'from')::time) at time zone zone);
      ends := (day + (range->>'to')::time) at time zone zone;
      continue when ends <= begins;
      if left_over <= ends - begins then return begins + left_over; end if;
      left_over := left_over - (ends - begins);
    end loop;
  end loop;
  return null;
end $$;

-- When a customer who waits since then is to be answered; null without a target.
create function reply_due(account uuid, channel uuid, since timestamptz, answered boolean) returns timestamptz
language plpgsql stable as $$
declare
  targets jsonb := (select reply_targets from clients where id = account);
  minutes int := case when answered then targets->'next_minutes' else targets->'first_minutes' end #>> '{}';
  hours jsonb;
begin
  if minutes is null then return null; end if;
  if targets->>'hours' = 'working' then
    select coalesce(c.working_hours, a.working_hours || jsonb_build_object('time_zone', a.time_zone)) into hours
    from clients a join channels c on c.client_id = a.id where a.id = account and c.id = channel;
    if hours is not null then return after_working_minutes(since, minutes, hours); end if;
  end if;
  return since + minutes * interval '1 minute';
end $$;

-- Where a wait begins or ends, and where a conversation is done or opened again, in the statement that does it.
create function set_reply_due() returns trigger language plpgsql as $$
begin
  if new.state = 'DONE' or new.waiting_since is null then
    new.reply_due_at := null;
    new.answered := new.state = 'ACTIVE' and old.state = 'ACTIVE' and (old.answered or old.waiting_since is not null);
  elsif old.state = 'ACTIVE' then
    new.reply_due_at := reply_due(new.client_id, new.channel_id, new.waiting_since, new.answered);
  else
    -- A customer who waited before it was done waits anew: from the message that opened it, or from now.
    new.answered := false;
    new.reply_due_at := reply_due(new.client_id, new.channel_id,
      case when old.waiting_since is null then new.waiting_since
        when new.last_message_at > old.last_message_at then new.last_message_at
        else now() + (select clock_offset_ms * interval '1 millisecond' from channels
          where client_id = new.client_id and id = new.channel_id) end, false);
  end if;
  return new;
end $$;
create trigger set_reply_due before update of waiting_since, state on threads for each row
  when (new.waiting_since is distinct from old.waiting_since or new.state is distinct from old.state)
  execute function set_reply_due();
