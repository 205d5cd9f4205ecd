/*
 * A plan is made once for a connection, often while the tables are still small: reading a table of ten rows whole is
 * then cheapest, and stays the plan until statistics are gathered again, thousands of rows later. Every statement has
 * an index to go by, so none has to wait for that.
 */
alter role parley_app set enable_seqscan = off;
alter role parley_system set enable_seqscan = off;
