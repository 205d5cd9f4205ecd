-- Bug reports can be written to a folder of the server, where the operator named one.
alter table feedback_settings
  drop constraint feedback_settings_destination_check,
  add constraint feedback_settings_destination_check
    check (destination in ('stored', 'email', 'webhook', 'forge', 'file'));
alter table bug_reports
  drop constraint bug_reports_destination_check,
  add constraint bug_reports_destination_check
    check (destination in ('stored', 'email', 'webhook', 'forge', 'file'));
