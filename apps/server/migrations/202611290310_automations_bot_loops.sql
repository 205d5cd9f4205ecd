-- A conversation in which a bot was not answered any more has a line, and Admins are told.
alter table thread_events drop constraint thread_events_kind_check, add constraint thread_events_kind_check
  check (kind in ('assigned', 'done', 'reopened', 'snoozed', 'snooze_ended', 'labels_changed', 'blocked', 'unblocked', 'rated',
    'bot_loop'));
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('mine', 'mention', 'unassigned', 'other',
  'assigned', 'failed', 'closing', 'due', 'overdue', 'broadcast', 'bot_loop'));
