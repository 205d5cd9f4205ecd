-- Steps of setting a channel up that no look at WhatsApp can tell: when templates were fetched, when something first went out.
alter table channel_health
  add column templates_at timestamptz,
  add column sent_at timestamptz;
