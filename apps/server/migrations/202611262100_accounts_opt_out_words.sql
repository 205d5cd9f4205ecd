-- The words with which customers opt out of marketing messages and in again, as the contract's `optOutWords`; null: the
-- default words.
alter table clients add column opt_out_words jsonb
  constraint clients_opt_out_words check (opt_out_words is null or jsonb_typeof(opt_out_words) = 'array');
