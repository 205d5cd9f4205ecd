-- Why a scheduled message was not sent when its time came: its channel was removed. A new time clears it.
alter table scheduled_messages add column held_reason text;
drop index scheduled_messages_due;
create index scheduled_messages_due on scheduled_messages (send_at) where cancelled_at is null and held_reason is null;
