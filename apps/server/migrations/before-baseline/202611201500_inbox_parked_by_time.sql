-- The look for statuses parked a moment ago, and the removal of those nobody claimed in a month.
create index parked_statuses_time on parked_statuses (received_at);
