-- The audit log is append-only: what an account's requests may do is insert and read. Deleting by age is the system
-- role's, which of an existing event may change nothing but the number of refused calls that it stands for.
revoke update, delete on audit_events from parley_app;
revoke update on audit_events from parley_system;
grant update (detail) on audit_events to parley_system;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if old.action = 'access.refused' and new.detail - 'count' = old.detail - 'count'
    and (new.detail ->> 'count')::int > (old.detail ->> 'count')::int then
    return new;
  end if;
  raise exception 'audit events are never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_events_unchanged before update of detail on audit_events
  for each row execute function refuse_audit_change();
