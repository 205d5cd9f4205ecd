-- A secret is sent to the scheme, host and port that it was entered for, so never without encryption when that had it.
-- Secrets from before cannot be opened any more and are entered again.
alter table automation_secrets rename host to origin;
delete from automation_secrets;
