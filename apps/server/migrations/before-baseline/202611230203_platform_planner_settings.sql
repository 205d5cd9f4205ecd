-- Plans were chosen and tested for solid state disks, as the embedded PostgreSQL is set up: another one may not be.
alter role parley_app set random_page_cost = 1.1;
alter role parley_system set random_page_cost = 1.1;
alter role parley_app set effective_cache_size = '1GB';
alter role parley_system set effective_cache_size = '1GB';
