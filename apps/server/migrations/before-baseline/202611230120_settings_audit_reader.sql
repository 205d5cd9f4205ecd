-- The audit log is read in pages, newest first, and its cursors hold milliseconds.
update audit_events set at = date_trunc('milliseconds', at);
alter table audit_events alter column at set default date_trunc('milliseconds', now());
alter table audit_events add column request_id text;
-- What is kept of one event is bounded; the server cuts longer values.
alter table audit_events add constraint audit_events_detail_size check (length(detail::text) <= 16384) not valid;
drop index audit_events_time;
create index audit_events_page on audit_events (client_id, at desc, id desc);
-- Old events go after a while.
create index audit_events_by_age on audit_events (at);
