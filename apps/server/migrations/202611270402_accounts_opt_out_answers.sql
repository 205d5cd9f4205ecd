-- Whether customers who opt out or in again get one confirmation, and its texts, as the contract's `optOutAnswers`; null:
-- they do, with the default texts.
alter table clients add column opt_out_answers jsonb
  constraint clients_opt_out_answers check (opt_out_answers is null or jsonb_typeof(opt_out_answers) = 'object');
