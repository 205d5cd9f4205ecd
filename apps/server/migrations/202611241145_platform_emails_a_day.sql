-- Emails that callers cause are counted by day: how often an invitation was emailed in the day that began then, and when a
-- report was delivered.
alter table invitations add column day_began_at timestamptz, add column sent_in_day int not null default 0;
alter table bug_reports add column delivered_at timestamptz;
create index bug_reports_emailed on bug_reports (client_id, delivered_at) where destination = 'email' and delivered_at is not null;
