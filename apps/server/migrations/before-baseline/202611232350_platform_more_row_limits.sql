-- Collections that came after the first limits.
create trigger limit_rows after insert on automations referencing new table as added
  for each statement execute function limit_account_rows('200');
create trigger limit_rows after insert on labels referencing new table as added
  for each statement execute function limit_account_rows('500');
create trigger limit_rows after insert on webhook_endpoints referencing new table as added
  for each statement execute function limit_account_rows('20');
