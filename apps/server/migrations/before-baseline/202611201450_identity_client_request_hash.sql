-- Fingerprint of what the maker of an account asked for: the same call again is recognised even when the account was
-- edited since, and the same id with other content is a conflict.
alter table clients add column request_hash bytea;
