-- The table of contacts can be sorted by where they came from.
create index contacts_by_origin on contacts (client_id, origin, id) where deleted_at is null;
-- What was done with many lately is looked up whenever somebody opens the contacts.
create index contact_bulk_acts_recent on contact_bulk_acts (client_id, created_at desc, id desc);
