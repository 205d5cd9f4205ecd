import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type ParleyApp } from '../../app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { headOf, rawCall } from '../../testing/raw-http.ts';
import { until } from '../../testing/world.ts';

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
  it.each([
    ['a URL that cannot be decoded', headOf('GET /api/%E0%A4%A', {})],
    ['a request that is no HTTP', 'GET / HTTP/1.1\r\nno header\r\n\r\n'],
    ['headers that are too long', headOf('GET /healthz', { 'x-long': 'x'.repeat(40_000) })],
    ['an upgrade elsewhere', headOf('GET /nothing', { connection: 'upgrade', upgrade: 'websocket' })],
    ['an upgrade without a key', headOf('GET /api/sync', { connection: 'upgrade', upgrade: 'websocket' })],
  ])('has the same headers for %s', async (_what, request) => {
    const http = await serve({}, 'https://chat.example');
    const call = await rawCall(await http.listen({ port: 0, host: '127.0.0.1' }), request);
    const status = await until(async () => call.status());
    expect(status).toBeGreaterThanOrEqual(400);
    const answer = call.answer().toLowerCase();
    expect(answer).toContain('x-frame-options: deny');
    expect(answer).toContain("content-security-policy: frame-ancestors 'none'");
    expect(answer).toContain('permissions-policy: accelerometer=()');
    expect(answer).toContain('strict-transport-security: max-age=31536000');
    call.socket.destroy();
  });
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
  it('not for a web page whose name leads here', async () => {
    for (const host of ['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example']) {
      expect([host, await statusOf({}, { headers: { host } })]).toEqual([host, 403]);
    }
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) {
      expect([host, await statusOf({}, { headers: { host } })]).toEqual([host, 200]);
    }
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

it('a worker accepts no live connections', async () => {
  const http = await serve({ ROLE: 'worker' });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const handshake = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' };
  const request = headOf('GET /api/sync', { connection: 'upgrade', upgrade: 'websocket', ...handshake });
  const call = await rawCall(url, request);
  expect(await until(async () => call.status())).toBe(404);
  call.socket.destroy();
});
