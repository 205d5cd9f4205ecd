-- Kinds of jobs begin with the feature that runs them.
update jobs j set kind = renamed.kind
from (values
  ('contacts.strip-field', 'contacts.clear_field'),
  ('contacts.import-read', 'imports.read'),
  ('contacts.import-check', 'imports.check'),
  ('contacts.import-run', 'imports.run'),
  ('contacts.import-undo', 'imports.undo'),
  ('contacts.erase', 'privacy.erase'),
  ('contacts.export-person', 'privacy.export'),
  ('contacts.retention', 'privacy.apply_retention'),
  ('contacts.find-duplicates', 'duplicates.find'),
  ('contacts.automatic_merge', 'duplicates.merge')
) as renamed (before, kind)
where j.kind = renamed.before;
