/*
 * A plan is made for unknown values, so the planner assumes that a page is a tenth of a table, and for a large table it
 * chose parallel workers: starting one takes 10 ms, reading the page 2 ms (measured with 200,000 conversations).
 * Statements that read much of an account are planned for their values, and allow a second process themselves.
 */
alter role parley_app set max_parallel_workers_per_gather = 0;
alter role parley_system set max_parallel_workers_per_gather = 0;
