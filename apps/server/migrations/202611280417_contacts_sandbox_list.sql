-- The list of sandbox contacts has the name that screens use. A list that a member made and called so stays.
update contact_lists l set name = 'Sandbox contacts', version = l.version + 1
where l.name = 'Sandbox people'
  -- The name may be taken: then the list keeps its old one.
  and not exists (
    select from contact_lists o where o.client_id = l.client_id and lower(o.name) = 'sandbox contacts'
  )
  and l.request_hash = '\xe5c2d50a208cce97d55f650d4e528cf169171805a108f9fab18b976fd39a3cb6';
