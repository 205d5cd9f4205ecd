-- Imports that nobody went on with, by age: their files go as those of imports that ended.
create index imports_unbegun on imports (created_at) where ended_at is null and started_at is null;
