/*
 * What was given to a channel's lane and has not left yet, of a broadcast that pauses: the lane does not see it. The
 * statement that pauses writes it, and so does the lane's last look, for what was put back to be tried again.
 */
alter table triggers drop constraint triggers_state_check;
alter table triggers add constraint triggers_state_check check (state in ('waiting', 'parked', 'started', 'done'));

alter table campaigns
  -- Sends a second over the last seconds, and what that was reckoned from: how many had left, and when.
  add column rate real,
  add column rate_left int,
  add column rate_at timestamptz,
  -- When the next person of one that is spread over hours may follow, as far as it was given out.
  add column spread_at timestamptz,
  -- Failures settled before this no longer stop it: a person looked at them and went on.
  add column watched_from timestamptz;

alter table campaign_recipients
  -- To be sent again, the same message: it waits for its turn as those who were never sent to.
  add column again boolean not null default false,
  -- When it was known how this attempt ended.
  add column settled_at timestamptz;

drop index campaign_recipients_to_feed;
create index campaign_recipients_to_feed on campaign_recipients (client_id, campaign_id, n)
  where state = 'QUEUED' and (message_id is null or again);
create index campaign_recipients_fed on campaign_recipients (client_id, campaign_id, n)
  where state = 'QUEUED' and message_id is not null and not again;
create index campaign_recipients_settled on campaign_recipients (client_id, campaign_id, settled_at desc, n desc)
  where settled_at is not null;
