-- The account a person chose to start in; null: the one used last.
alter table users add column default_client_id uuid references clients on delete set null;
