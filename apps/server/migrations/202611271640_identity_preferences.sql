-- Appearance and keys of the user on all devices, as the contract's `preferences`; what was never chosen is absent.
alter table users add column preferences jsonb not null default '{}'
  constraint users_preferences check (jsonb_typeof(preferences) = 'object');
