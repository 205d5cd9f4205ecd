-- The identity provider that members must have signed in with, by the operator's id of it; null: any way.
alter table clients add column sign_in_provider text;
