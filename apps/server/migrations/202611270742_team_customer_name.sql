-- The name of a member for customers, in transcripts; null: the one the team sees.
alter table client_users add column customer_name text;
