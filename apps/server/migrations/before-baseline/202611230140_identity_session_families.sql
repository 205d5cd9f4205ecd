-- Sessions in other accounts that were made from one belong to its sign-in: a stolen refresh token that comes back ends them
-- together. Null: the session is the first of its sign-in.
alter table sessions add column family_id uuid;
create index sessions_family on sessions (family_id) where family_id is not null and revoked_at is null;
