-- The last characters of a secret, to tell secrets apart. Null: of secrets from before.
alter table webhook_endpoints add column secret_end text;
