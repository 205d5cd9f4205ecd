-- What a user shows besides the first proof at a sign-in: codes of an authenticator app, and recovery codes that work once.
create table user_factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('totp', 'recovery')),
  -- The shared secret of an authenticator app.
  secret_enc bytea,
  -- The time step of the last code that was used: it and those before it are refused.
  last_counter bigint,
  -- Of a recovery code its first characters, and the hash of all of it.
  selector text,
  hash text,
  -- Null until the first code has shown that the app has the secret.
  confirmed_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'totp') = (secret_enc is not null)),
  check ((kind = 'recovery') = (selector is not null and hash is not null))
);
create unique index user_factors_totp on user_factors (user_id) where kind = 'totp';
create unique index user_factors_recovery on user_factors (user_id, selector) where kind = 'recovery';
select make_system_table('user_factors');
