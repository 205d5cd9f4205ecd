-- In which zone times are shown to somebody; null: that of the device.
alter table users add column time_zone text;
