-- What features below read of this one.
create or replace view users_named_by_settings with (security_invoker = true) as
select created_by as user_id from api_keys;
