-- A member blocked the customer at WhatsApp, on the channel of the conversation.
alter table threads add column blocked_at timestamptz(3), add column blocked_by text,
  add constraint threads_blocked_by check ((blocked_at is null) = (blocked_by is null));

alter table thread_events drop constraint thread_events_kind_check, add constraint thread_events_kind_check
  check (kind in ('assigned', 'done', 'reopened', 'snoozed', 'snooze_ended', 'labels_changed', 'blocked', 'unblocked'));
