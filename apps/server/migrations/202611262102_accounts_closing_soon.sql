-- How long before the end of its reply window a conversation that waits for an answer is "closing soon".
alter table clients add column closing_soon_minutes int not null default 120
  constraint clients_closing_soon check (closing_soon_minutes between 15 and 1380);
