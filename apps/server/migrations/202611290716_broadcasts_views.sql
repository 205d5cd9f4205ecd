-- What features above may read.
create view shared_campaign_events with (security_invoker = true) as select
  client_id, id, campaign_id, kind, actor, detail, at
  from campaign_events;
create view shared_campaign_files with (security_invoker = true) as select
  client_id, id, state
  from campaign_files;
create view shared_campaign_recipients with (security_invoker = true) as select
  client_id, campaign_id, message_id
  from campaign_recipients;
create view shared_campaigns with (security_invoker = true) as select
  client_id, id, name, channel_id, created_by
  from campaigns;

grant select on shared_campaign_events, shared_campaign_files, shared_campaign_recipients, shared_campaigns to parley_app, parley_system;

-- What features below read of this one.
create or replace view report_campaign_counters with (security_invoker = true) as select
  client_id, campaign_id, state, n
  from campaign_counters;
create or replace view report_campaigns with (security_invoker = true) as select
  client_id, id, area, channel_id, started_at, created_by
  from campaigns;
create or replace view contact_campaigns with (security_invoker = true) as
select r.client_id, r.contact_id, r.campaign_id, g.name, r.state, r.enqueued_at as at, g.channel_id
from campaign_recipients r join campaigns g on g.client_id = r.client_id and g.id = r.campaign_id
where r.enqueued_at is not null;
-- A left join by the key of recipients: nothing of them is read where the state is not asked for.
create or replace view contact_newest_campaigns with (security_invoker = true) as
select l.client_id, l.contact_id, l.campaign_id, r.state, r.stage, l.at,
  (select g.name from campaigns g where g.client_id = l.client_id and g.id = l.campaign_id) as name,
  (select g.channel_id from campaigns g where g.client_id = l.client_id and g.id = l.campaign_id) as channel_id
from contact_last_campaigns l left join campaign_recipients r
  on r.client_id = l.client_id and r.campaign_id = l.campaign_id and r.n = l.n;
create or replace view message_campaigns with (security_invoker = true) as
select r.client_id, r.message_id, c.id, c.state, r.retries
from campaign_recipients r join campaigns c on c.client_id = r.client_id and c.id = r.campaign_id;
create or replace view campaign_states with (security_invoker = true) as
select client_id, id, state from campaigns;
create or replace view template_campaigns with (security_invoker = true) as
select client_id, template_id, id, name, state, channel_id, created_by from campaigns
where template_id is not null and state in ('DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED')
union all
select client_id, (ab_test->>'template_id')::uuid, id, name, state, channel_id, created_by from campaigns
where ab_test->>'template_id' <> template_id::text and state in ('DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED');

create or replace function campaigns_use_media(account uuid, file uuid) returns boolean language sql stable as $$
  select exists (select from campaigns where client_id = account and state in ('DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED')
    and 'media:' || file::text in (variables->'header.file'->>'value', ab_test->'variables'->'header.file'->>'value'))
$$;
