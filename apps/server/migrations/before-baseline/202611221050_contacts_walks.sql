-- Who has a fragment in their text is found on a walk in these two orders without opening the rows themselves.
drop index contacts_by_created;
create index contacts_by_created on contacts (client_id, created_at desc, id desc) include (search_text) where deleted_at is null;
drop index contacts_by_name;
create index contacts_by_name on contacts (client_id, sort_name, id) include (search_text) where deleted_at is null;

-- A number belongs to one field and a field to one account: taken for independent, values are thought much rarer than they are.
create statistics contact_field_values_together (dependencies, mcv) on client_id, field_no, value_text from contact_field_values;
