-- A limit of recipients per day: when the current day began, and how many got it since. A day begins with its first one.
alter table campaigns add column day_from timestamptz, add column day_count int not null default 0;
