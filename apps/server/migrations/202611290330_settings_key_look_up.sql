-- Callers choose ids, also one that a key of another account has; the hash of a key's text they cannot choose.
drop index api_keys_id;
create unique index api_keys_hash on api_keys (key_hash);
