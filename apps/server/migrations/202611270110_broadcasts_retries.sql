-- Retries of recipients whose message WhatsApp held back (131049): after 12, 24 and 48 hours.
alter table campaign_recipients
  add column retries smallint not null default 0,
  -- By the channel's clock; null: no retry is scheduled.
  add column retry_at timestamptz;
create index campaign_recipients_retries on campaign_recipients (client_id, campaign_id, retry_at)
  where retry_at is not null;
-- The earliest of its recipients' retries.
alter table campaigns add column next_retry_at timestamptz;
create index campaigns_to_retry on campaigns (next_retry_at) where next_retry_at is not null;
