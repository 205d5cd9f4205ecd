import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, Profile, TeamMember, User } from '@parley/contract/types';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mp4, png, pngOf } from '../../testing/media.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Team } from '../../testing/team.ts';
import { bearer, type TestUser } from '../../testing/users.ts';

let server: TestServer;
let team: Team;
/**
 * Created before the server blocks the image library's other decoders, because this process shares the library with
 * it.
 */
let turned: Buffer;

beforeAll(async () => {
  turned = await sharp(png(300, 200))
    .withExif({ IFD0: { Artist: 'Secret Photographer' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  server = await testServer();
  team = await createTeam(server);
});
afterAll(() => server.close());

async function give<B>(user: TestUser, path: string, content: Buffer): Promise<{ status: number; body: B }> {
  const headers = await bearer(team.auth, user, { clientId: team.clientId, role: 'User' });
  const response = await server.app.http.inject({
    method: 'PUT',
    url: `/api${path}`,
    headers: { ...headers, 'content-type': 'image/png' },
    payload: content,
  });
  return { status: response.statusCode, body: response.json() };
}
const photo = (user: TestUser, content: Buffer) => give<{ user: Profile }>(user, '/auth/photo', content);
const get = (url: string) => server.app.http.inject({ method: 'GET', url });
const leftovers = () => readdir(join(server.platform.config.dataDir, 'media', 'incoming'));
const memberIn = async (user: TestUser) =>
  (await team.call<TeamMember>(team.owner, 'GET', `/team/${user.uid}`)).body.photo_url;
const userIn = async (user: TestUser) =>
  (await team.call<User>(team.owner, 'GET', `/users/${user.uid}`)).body.photo_url;

describe('a photo', () => {
  it('becomes a small square without metadata, visible to the team, served with safe headers', async () => {
    const teammate = await team.add('User');
    const { status, body } = await photo(teammate, turned);
    expect(status).toBe(200);
    const url = body.user.photoURL ?? '';
    expect(url).toMatch(/^\/pictures\/[\da-f-]{36}$/);
    expect([await memberIn(teammate), await userIn(teammate)]).toEqual([url, url]);
    const served = await get(url);
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
    expect(served.rawPayload.subarray(8, 12).toString('latin1')).toBe('WEBP');
    expect(served.rawPayload.includes('Secret Photographer')).toBe(false);
    expect(served.rawPayload.length).toBeLessThan(50_000);
    expect(await leftovers()).toEqual([]);
  });

  it('is replaced by the next one and removed, together with its URL', async () => {
    const teammate = await team.add('User');
    const first = (await photo(teammate, png(40, 40))).body.user.photoURL ?? '';
    const second = (await photo(teammate, png(50, 50, 9))).body.user.photoURL ?? '';
    expect(second).not.toBe(first);
    expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200]);
    const gone = await team.call<{ user: Profile }>(teammate, 'DELETE', '/auth/photo');
    expect(gone.body.user.photoURL).toBeNull();
    expect((await get(second)).statusCode).toBe(404);
    expect([await memberIn(teammate), await userIn(teammate)]).toEqual([null, null]);
    expect((await team.call(teammate, 'DELETE', '/auth/photo')).status).toBe(200);
  });

  it('is deleted with its user, and is copied to the user’s next account', async () => {
    const teammate = await team.add('User');
    const url = (await photo(teammate, png(40, 40))).body.user.photoURL ?? '';
    const made = await team.outside<Client>(teammate, 'POST', '/clients', {
      name: 'Own',
      country: 'DE',
      time_zone: 'Europe/Berlin',
    });
    const { rows } = await server.owner.query('select photo_url from client_users where client_id = $1', [
      made.body.client_id,
    ]);
    expect(rows).toEqual([{ photo_url: url }]);
    expect((await team.outside(teammate, 'DELETE', '/auth/profile')).status).toBe(204);
    expect((await get(url)).statusCode).toBe(404);
  });

  const wrong: [string, () => Buffer, number, string][] = [
    ['nothing', () => Buffer.alloc(0), 422, 'media_unusable'],
    ['a page that says it is a picture', () => Buffer.from('<html><script>alert(1)</script>'), 422, 'media_unusable'],
    ['a drawing with a program in it', () => Buffer.from('<svg onload="alert(1)"/>'), 422, 'media_unusable'],
    ['a film', () => mp4(20_000), 422, 'media_unusable'],
    ['a picture cut in the middle', () => png(300, 300, 90).subarray(0, 9_000), 422, 'media_unusable'],
    ['a head that claims a giant', () => pngOf(60_000, 60_000, Buffer.alloc(10)), 422, 'media_unusable'],
    ['more than 5 MB', () => Buffer.alloc(5 * 1024 * 1024 + 1), 413, 'payload_too_large'],
  ];
  it.each(wrong)('is rejected when it is %s, and the previous one stays', async (_what, content, status, code) => {
    const teammate = await team.add('User');
    const before = (await photo(teammate, png(40, 40))).body.user.photoURL;
    const refused = await photo(teammate, content());
    expect(refused.status).toBe(status);
    expect((refused.body as unknown as { error: { code: string } }).error.code).toBe(code);
    expect(await memberIn(teammate)).toBe(before);
    expect(await leftovers()).toEqual([]);
  });
});

describe('a logo', () => {
  it('is editable by Admins, shown in the account, its invitations and the list of accounts, and can be removed', async () => {
    const [admin, user] = [await team.add('Admin'), await team.add('User')];
    expect((await give(user, '/client/logo', png(40, 40))).status).toBe(403);
    const { status, body } = await give<Client>(admin, '/client/logo', png(400, 100, 30));
    expect(status).toBe(200);
    const url = body.logo_url ?? '';
    expect((await get(url)).statusCode).toBe(200);
    const invited = await team.call<{ url: string }>(admin, 'POST', '/invitations', {
      email: 'guest@example.com',
      role: 'User',
    });
    const preview = await team.outside(null, 'POST', '/invitations/preview', {
      token: invited.body.url.split('token=')[1] ?? '',
    });
    expect(preview.body).toMatchObject({ account: { logo_url: url } });
    const profile = await team.call<{ accounts: unknown[] }>(user, 'GET', '/auth/profile');
    expect(profile.body.accounts).toMatchObject([{ client_id: team.clientId, logo_url: url }]);
    expect((await team.call<Client>(admin, 'DELETE', '/client/logo')).body.logo_url).toBeNull();
    expect((await get(url)).statusCode).toBe(404);
  });
});

it('no other URL serves an image', async () => {
  for (const id of ['x', crypto.randomUUID(), team.owner.uid, team.clientId]) {
    expect((await get(`/pictures/${id}`)).statusCode).toBe(404);
  }
});
