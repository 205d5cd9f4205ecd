-- When a recipient's turn is: their own time zone, sending hours there, and a first share before all others.
alter table campaign_recipients
  -- Not before this, by the channel's clock.
  add column due_at timestamptz not null default '-infinity',
  -- Known only when the broadcast leaves at the recipients' local time.
  add column time_zone text,
  -- 0: the first share, or everyone when there is none; 1: the rest.
  add column share smallint not null default 0 check (share in (0, 1));
drop index campaign_recipients_to_enqueue;
create index campaign_recipients_to_enqueue on campaign_recipients (client_id, campaign_id, share, due_at, n)
  where state = 'QUEUED' and (message_id is null or resend);

alter table campaigns
  -- The local time at which every recipient's turn is, as 2026-11-30T09:00; null: everyone's turn is at the start.
  add column local_start text check (local_start ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$'),
  -- A first share is sent, or was sent and the rest waits until `rest_at` by the channel's clock; null: nobody waits.
  add column share_state text check (share_state in ('SENDING', 'WAITING')),
  add column rest_at timestamptz,
  add check ((share_state = 'WAITING') is true = (rest_at is not null));
