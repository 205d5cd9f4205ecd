-- Identifies the folder with the media files, which all processes must share: one row at most.
create table media_folders (
  only_one boolean primary key default true check (only_one),
  id uuid not null
);
select make_system_table('media_folders');

insert into media_folders (id) select media_folder from installation where media_folder is not null;
alter table installation drop column media_folder;
