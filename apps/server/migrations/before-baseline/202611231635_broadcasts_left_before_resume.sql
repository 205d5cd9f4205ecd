-- Messages that left before a member resumed the broadcast: the stop rule ignores their failures, which the member has
-- already decided about.
alter table campaign_recipients add column left_before_resume boolean not null default false;
