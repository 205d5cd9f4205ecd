-- How dates, times and numbers are written for the user; null: as the browser does.
alter table users
  add column region text,
  add column hour_format text check (hour_format in ('12', '24')),
  add column week_start text check (week_start in ('mon', 'sat', 'sun'));
