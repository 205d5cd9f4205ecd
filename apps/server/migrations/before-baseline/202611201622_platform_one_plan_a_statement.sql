/*
 * Every statement here is written for one plan, along an index. Left alone, PostgreSQL plans those with short lists anew
 * at each run, because a list of five looks cheaper than the ten it assumes: 0.2 ms of processor time, several times a
 * batch (measured).
 */
alter role parley_app set plan_cache_mode = 'force_generic_plan';
alter role parley_system set plan_cache_mode = 'force_generic_plan';
