import { afterAll, beforeAll, expect, it } from 'vitest';
import { testWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

/** As a batch writes them: each a few millionths of a second after the one before. */
const at = `'2026-11-20T10:00:00.123Z'::timestamptz + n * interval '7 microseconds'`;

const lists = {
  'GET /api/invitations': `insert into invitations (client_id, id, email, role, invited_by, email_token_hash, link_token_hash, request_hash, expires_at, created_at)
    select $1, gen_random_uuid(), n || '@example.org', 'User', $2, sha256(('m' || n)::bytea), sha256(('c' || n)::bytea), '\\x00',
      now() + interval '1 day', ${at} from generate_series(1, 120) n`,
  'GET /api/join-requests': `with people as (
      insert into users (id, email, display_name) select gen_random_uuid(), n || '@example.net', $2::uuid::text from generate_series(1, 120) n
      returning id, split_part(email, '@', 1)::int as n, email)
    insert into join_requests (client_id, user_id, name, email, created_at) select $1, id, 'Colleague', email, ${at} from people`,
  'GET /api/api-keys': `insert into api_keys (client_id, id, name, last4, key_hash, scopes, created_by, request_hash, created_at)
    select $1, gen_random_uuid(), n::text, '1234', sha256(n::text::bytea), '{}', $2, '\\x00', ${at} from generate_series(1, 120) n`,
} as const;

it.each(Object.keys(lists) as (keyof typeof lists)[])(
  '%s shows every row once, also within the same millisecond',
  async (route) => {
    await world.server.owner.query(lists[route], [world.clientId, world.user.uid]);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor?: string } = { limit: 7, ...(cursor !== null && { cursor }) };
      const { body } = await world.api(route, { query });
      seen.push(...body.data.map((row) => ('user_id' in row ? row.user_id : row.id)));
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
  },
);
