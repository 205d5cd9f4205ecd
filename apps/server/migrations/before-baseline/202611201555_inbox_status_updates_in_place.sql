/*
 * A status changes a message's row in place (heap-only) only when no index depends on what it changes, conditions of
 * partial indexes included, and the page has room. Measured: half the processor time a status. Nobody reads by these
 * two conditions; who will needs a table of its own, not an index here.
 */
drop index messages_unsettled;
drop index messages_failed;
-- An outgoing message is updated four times within seconds of its insert.
alter table messages set (fillfactor = 70);
