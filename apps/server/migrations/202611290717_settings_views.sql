-- What features below read of this one.
create or replace view users_named_by_settings with (security_invoker = true) as
select created_by as user_id from api_keys;

create or replace function record_audit_event(account uuid, id uuid, actor text, action text, target text, ip text,
  request text, detail jsonb) returns void language sql as $$
  insert into audit_events (client_id, id, actor, action, target, ip, request_id, detail)
  values (account, id, actor, action, target, ip, request, detail)
$$;
