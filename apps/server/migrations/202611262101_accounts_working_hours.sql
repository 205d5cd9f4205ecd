-- The working hours of the business in the account's time zone, as the contract's `businessHours`.
alter table clients add column working_hours jsonb
  constraint clients_working_hours check (
    working_hours is null or coalesce(jsonb_typeof(working_hours -> 'days') = 'object'
      and jsonb_typeof(working_hours -> 'holidays') = 'array', false));
