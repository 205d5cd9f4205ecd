-- After how long without a message conversations are marked as done, as the contract's `autoCloseRule`; null: never.
alter table clients add column auto_close_rule jsonb
  constraint clients_auto_close_rule check (auto_close_rule is null or jsonb_typeof(auto_close_rule) = 'object');
-- The few accounts that have one are looked for every few seconds.
create index clients_auto_close on clients (id) where auto_close_rule is not null and deleted_at is null;
