-- Sign-ins by an identity provider, counted from the audit log of an account.
create index audit_events_sign_ins on audit_events (client_id, at)
  where action in ('identity.signed_in', 'identity.sign_in_refused');
