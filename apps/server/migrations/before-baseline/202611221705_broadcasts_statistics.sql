-- A broadcast may fill empty tables with thousands of rows in seconds: they are analyzed at once. Later migrations give
-- the right in a way that PostgreSQL 15 and 16 have too.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    execute 'grant maintain on campaign_counters, campaign_recipients, campaigns, contact_identities,
      contact_last_campaigns, contacts, message_events, messages, threads, triggers to parley_system';
  end if;
end $$;
