-- A notification is about a conversation, or about a broadcast: one for each event of it.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('mine', 'mention', 'unassigned', 'other', 'assigned', 'failed', 'closing', 'broadcast'));
alter table notifications
  alter column thread_id drop not null,
  add column campaign_id uuid,
  add foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade,
  add constraint notifications_target check (num_nonnulls(thread_id, campaign_id) = 1),
  add check ((kind = 'broadcast') = (campaign_id is not null));
create unique index notifications_of_event on notifications (client_id, user_id, subject_id) where campaign_id is not null;
create index notifications_of_campaign on notifications (client_id, campaign_id) where campaign_id is not null;
