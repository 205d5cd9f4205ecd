import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredStatements } from '../../platform/db/sql.ts';
import { identityDependencies } from '../../testing/app.ts';
import { createAuth } from '../../testing/auth.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { identityHandlers } from './handlers.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  identityHandlers(database.platform, await createAuth(database.platform), identityDependencies(database.platform));
  await database.owner.query(`
    insert into users (id, email, display_name)
      select gen_random_uuid(), 'person' || n || '@example.com', 'Person' from generate_series(1, 3000) n;
    insert into user_passwords (user_id, hash) select id, 'hash' from users;
    insert into clients (id, name, country, time_zone, created_by)
      select gen_random_uuid(), 'Account', 'DE', 'UTC', id from users limit 500;
    insert into client_users (client_id, user_id, role, name, email)
      select c.id, u.id, 'User', 'Person', '' from clients c cross join lateral
        (select id from users where hashtext(id::text || c.id::text) % 300 = 0) u;
    insert into sessions (id, user_id, client_id, token_hash, prev_hash, idle_expires_at, absolute_expires_at)
      select gen_random_uuid(), id, null, sha256(id::text::bytea), sha256((id::text || 'x')::bytea),
        now() + interval '1 day', now() + interval '1 day' from users;
    insert into user_groups (client_id, id, name) select id, id, 'All' from clients;
    insert into user_group_members (client_id, group_id, user_id) select client_id, client_id, user_id from client_users;
    insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
      select id, id, 'WHATSAPP', 'Main', '4477', id::text, '1', '\\x00', '{}' from clients;
    insert into contacts (client_id, id, name)
      select c.id, gen_random_uuid(), 'Person ' || n from clients c cross join generate_series(1, 20) n;
    insert into threads (client_id, id, channel_id, contact_id, to_phone, assignee_id)
      select c.client_id, c.id, c.client_id, c.id, '4477', (select user_id from client_users m where m.client_id = c.client_id limit 1)
      from contacts c;
    insert into user_factors (id, user_id, kind, secret_enc, confirmed_at)
      select gen_random_uuid(), id, 'totp', '\\x00', now() from users;
    insert into user_passkeys (id, user_id, credential_id, public_key, counter, transports, name)
      select gen_random_uuid(), id, sha256(id::text::bytea), '\\x00', 0, '{}', 'Phone' from users;
    insert into auth_throttle (key_hash) select sha256(n::text::bytea) from generate_series(1, 3000) n;
    insert into one_time_tokens (hash, purpose, expires_at)
      select sha256(n::text::bytea), 'setup', now() from generate_series(1, 3000) n;
    analyze`);
  await database.owner.query('set role parley_system');
});
afterAll(() => database.close());

/** With the parameter types that PostgreSQL infers, and a generic plan. */
async function planOf(name: string): Promise<string> {
  const text = declaredStatements().get(name) ?? '';
  const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  await database.owner.query('set plan_cache_mode = force_generic_plan');
  await database.owner.query(`prepare asked as ${text}`);
  const nulls = parameters === 0 ? '' : `(${Array(parameters).fill('null').join(', ')})`;
  const { rows } = await database.owner.query(`explain (costs off) execute asked${nulls}`);
  await database.owner.query('deallocate asked');
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('every statement of sign-in and authentication', () => {
  const hot = [
    'auth.find_access',
    'identity.clear_failures',
    'identity.end_least_used_sessions',
    'identity.find_credential',
    'identity.fork_session',
    'identity.count_factors',
    'identity.list_accounts',
    'identity.list_sessions',
    'identity.lock_session',
    'identity.mark_logged_in',
    'identity.is_token_usable',
    'identity.pick_account',
    'identity.find_passkey',
    'identity.list_passkeys',
    'identity.use_passkey',
    'identity.use_passkey_challenge',
    'identity.revoke_session',
    'identity.rotate_session',
    'identity.set_session_account',
    'identity.find_throttle_wait',
    'identity.use_token',
    'identity.find_user',
  ];
  it.each(hot)('%s uses an index', async (name) => {
    const plan = await planOf(name);
    expect(plan).toMatch(/Index|Result/);
    expect(plan).not.toContain('Seq Scan');
  });
});
