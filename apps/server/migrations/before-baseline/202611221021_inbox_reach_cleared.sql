-- A delivery ends the mark of a number that could not be reached: from now on as it comes, and here for those that came.
update contact_identities i set unreachable_at = null
where i.unreachable_at is not null and exists (
  select from threads t
  join messages m on m.client_id = t.client_id and m.thread_id = t.id and m.direction = 'OUTGOING' and m.status >= 2
    and m."timestamp" > i.unreachable_at
  where t.client_id = i.client_id and t.contact_id = i.contact_id);
