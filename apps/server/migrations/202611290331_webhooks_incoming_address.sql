-- What a call names before its account is known. Not the id, because callers choose that.
alter table incoming_webhooks add address uuid not null default gen_random_uuid();
create unique index incoming_webhooks_address on incoming_webhooks (address);
drop index incoming_webhooks_id;
