import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type ParleyApp } from '../../app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';

let database: TestDatabase;
const apps: ParleyApp[] = [];

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await database.close();
});

async function serve(settings: object = {}, publicUrl?: string): Promise<ParleyApp['http']> {
  const { platform } = database;
  const config = { ...platform.config, ...settings };
  const made = { ...platform, config, ...(publicUrl === undefined ? {} : { publicUrl: () => publicUrl }) };
  const app = await buildApp(made, { soleProcess: true, checkResponses: true, web: false });
  apps.push(app);
  return app.http;
}

describe('every response', () => {
  it.each(['/healthz', '/api/auth/config', '/api/team', '/nothing/here', '/media/x/file?e=1&s=2'])(
    '%s cannot be framed and grants pages no device',
    async (url) => {
      const { headers } = await (await serve()).inject({ url });
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['permissions-policy']).toContain('geolocation=(self)');
      expect(headers['strict-transport-security']).toBeUndefined();
    },
  );
  it('requires https from then on, if its public address uses it', async () => {
    const { headers } = await (await serve({}, 'https://chat.example')).inject({ url: '/healthz' });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});

describe('metrics', () => {
  const statusOf = async (settings: object, request: object) =>
    (await (await serve(settings)).inject({ url: '/metrics', ...request })).statusCode;
  const far = { remoteAddress: '203.0.113.9' };
  const token = 'a-token-for-the-scraper';

  it('are for callers on this machine, not for calls forwarded by a proxy on it', async () => {
    expect(await statusOf({}, {})).toBe(200);
    expect(await statusOf({}, far)).toBe(403);
    expect(await statusOf({}, { headers: { 'x-forwarded-for': '203.0.113.9' } })).toBe(403);
    expect(await statusOf({}, { ...far, headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(403);
  });
  it('and for callers with the token', async () => {
    const settings = { METRICS_TOKEN: token };
    expect(await statusOf(settings, { ...far, headers: { authorization: `Bearer ${token}` } })).toBe(200);
    expect(await statusOf(settings, { ...far, headers: { authorization: 'Bearer another' } })).toBe(403);
  });
});

it('a worker serves health and metrics, and neither API, pages nor media', async () => {
  const http = await serve({ ROLE: 'worker' });
  const statusOf = async (method: 'GET' | 'POST', url: string, remoteAddress = '127.0.0.1') =>
    (await http.inject({ method, url, remoteAddress })).statusCode;
  for (const url of ['/healthz', '/readyz', '/metrics']) expect(await statusOf('GET', url)).toBe(200);
  for (const url of ['/', '/api/auth/config', '/api/openapi.json', '/api/team', '/media/x/file', '/api/sync/poll']) {
    expect(await statusOf('GET', url)).toBe(404);
  }
  expect(await statusOf('POST', '/api/auth/sign-in')).toBe(404);
  expect(await statusOf('POST', '/webhooks/whatsapp/x', '203.0.113.9')).toBe(404);
});
