-- While the messaging limit of the channel's portfolio is used up: when the next recipient may get it.
alter table campaigns add column limit_until timestamptz;
