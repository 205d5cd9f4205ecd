/*
 * Browsers from which somebody has signed in: a cookie there holds the random value whose hash this is. Wrong passwords
 * from elsewhere do not count for them, so nobody can lock people out of the devices they use.
 */
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null check (length(device_hash) = 32),
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
select make_system_table('known_devices');
