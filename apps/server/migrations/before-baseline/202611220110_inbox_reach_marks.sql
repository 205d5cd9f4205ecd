-- What failed sends told of a number or user id: nothing could be delivered to it, or it gets enough marketing for now.
-- The first is over with a later word of or delivery to its owner, the second with time.
alter table contact_identities
  add column unreachable_at timestamptz,
  add column capped_until timestamptz;
create index contact_identities_marked on contact_identities (client_id, contact_id)
  where unreachable_at is not null or capped_until is not null;
