-- Bug reports can become issues in a repository of a Git forge.
alter table feedback_settings
  add column forge_kind text check (forge_kind in ('github', 'gitlab', 'forgejo')),
  add column forge_url text,
  add column forge_repository text,
  add column forge_token_enc bytea,
  drop constraint feedback_settings_destination_check,
  add constraint feedback_settings_destination_check check (destination in ('stored', 'email', 'webhook', 'forge')),
  add constraint feedback_settings_forge_check check (
    destination <> 'forge' or num_nulls(forge_kind, forge_url, forge_repository, forge_token_enc) = 0
  );

-- The page of its issue.
alter table bug_reports
  add column issue_url text,
  drop constraint bug_reports_destination_check,
  add constraint bug_reports_destination_check check (destination in ('stored', 'email', 'webhook', 'forge'));
