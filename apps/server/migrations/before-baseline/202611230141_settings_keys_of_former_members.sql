-- An API key ends with the membership of the person who made it; these were left behind before.
update api_keys k set revoked_at = now()
where k.revoked_at is null
  and not exists (select from client_users m where m.client_id = k.client_id and m.user_id = k.created_by);

-- How many people somebody invited in a day is counted across the accounts they are in.
create index invitations_by_inviter on invitations (invited_by, created_at);
