-- Recurring broadcasts: a scheduled campaign with `schedule.repeat` is a series; each due time makes one campaign of it.
alter table campaigns
  add column series_id uuid,
  -- The local time that made it, as 2026-11-30T09:00.
  add column occurrence text check (occurrence ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$'),
  add constraint campaigns_series foreign key (client_id, series_id) references campaigns (client_id, id)
    on delete set null (series_id);
create unique index campaigns_of_series on campaigns (client_id, series_id, occurrence) where series_id is not null;
