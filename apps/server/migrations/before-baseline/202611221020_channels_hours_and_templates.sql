/*
 * When a channel is answered, as the contract's `workingHours` has it, and the templates it offers first. A template is
 * of the channel's own WhatsApp Business account, which the keys see to; whether it can be sent is its own status.
 */
alter table templates add constraint templates_of_account unique (client_id, waba_id, id);

alter table channels
  add column working_hours jsonb,
  add column window_closed_template_id uuid,
  add column first_message_template_id uuid;
alter table channels
  add constraint channels_working_hours check (
    working_hours is null or coalesce(jsonb_typeof(working_hours -> 'days') = 'object'
      and jsonb_typeof(working_hours -> 'holidays') = 'array'
      and jsonb_typeof(working_hours -> 'time_zone') = 'string', false)),
  add constraint channels_window_closed_template foreign key (client_id, waba_id, window_closed_template_id)
    references templates (client_id, waba_id, id),
  add constraint channels_first_message_template foreign key (client_id, waba_id, first_message_template_id)
    references templates (client_id, waba_id, id);
