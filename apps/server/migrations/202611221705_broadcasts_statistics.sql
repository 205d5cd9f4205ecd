-- A broadcast may fill empty tables with thousands of rows in seconds: how they look then is learnt at once.
grant maintain on campaign_counters, campaign_recipients, campaigns, contact_identities, contact_last_campaigns, contacts,
  message_events, messages, threads, triggers to parley_system;
