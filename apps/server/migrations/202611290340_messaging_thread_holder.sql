/*
 * Who answers the customer, in conversations that another sender of the number has answered: we, Meta's agent, or another
 * application. `holder_at` is the provider's time of what said so last, of any message of the customer too: something
 * older changes nothing.
 */
alter table threads add column holder text check (holder in ('us', 'ai_agent', 'other')), add column holder_at timestamptz;

alter table thread_events drop constraint thread_events_kind_check, add constraint thread_events_kind_check
  check (kind in ('assigned', 'done', 'reopened', 'snoozed', 'snooze_ended', 'labels_changed', 'blocked', 'unblocked', 'rated',
    'bot_loop', 'holder'));
