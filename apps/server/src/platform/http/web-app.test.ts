import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createHttpServer } from './server.ts';
import { serveWebApp } from './web-app.ts';

let database: TestDatabase;
let dist: string;
const servers: FastifyInstance[] = [];
const script = 'export const greeting = "Hello";\n'.repeat(100);

beforeAll(async () => {
  database = await testDatabase();
  dist = await mkdtemp(join(tmpdir(), 'parley-web-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), '<html>the app</html>');
  await writeFile(join(dist, 'gallery.html'), '<html>every component</html>');
  await writeFile(join(dist, 'routes.json'), '["/inbox"]');
  await writeFile(join(dist, 'assets', 'main.js'), '');
  await writeFile(join(dist, 'assets', 'large.js'), script);
  await writeFile(join(dist, 'assets', 'large.js.br'), brotliCompressSync(script));
  await writeFile(join(dist, 'assets', 'large.js.gz'), gzipSync(script));
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await rm(dist, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  await database.close();
});

async function serve(settings: object = {}): Promise<FastifyInstance> {
  const { platform } = database;
  const config = { ...platform.config, ...settings };
  const server = createHttpServer(platform.log, config);
  servers.push(server);
  await serveWebApp(server, { ...platform, config }, [], dist);
  return server;
}

it('the gallery is served only where it is turned on', async () => {
  const closed = await (await serve()).inject({ url: '/gallery.html' });
  expect([closed.statusCode, closed.body]).toEqual([404, '<html>the app</html>']);
  const opened = await (await serve({ GALLERY: true })).inject({ url: '/gallery.html' });
  expect([opened.statusCode, opened.body]).toEqual([200, '<html>every component</html>']);
});

it.each(['/inbox', '/nothing/here', '/assets/main.js'])('%s cannot be framed', async (url) => {
  const { headers } = await (await serve()).inject({ url });
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['identity', undefined],
])('with %s a file and a list come as %s', async (accepted, coding) => {
  const server = createHttpServer(database.platform.log, database.platform.config);
  servers.push(server);
  const rows = Array.from({ length: 100 }, (_, n) => ({ n, name: 'Amara Okafor' }));
  server.get('/api/rows', async () => rows);
  server.get('/api/row', async () => rows[0]);
  server.post('/api/rows', async () => rows);
  await serveWebApp(
    server,
    database.platform,
    ['/api'].map((prefix) => ({ prefix })),
    dist,
  );
  const ask = (url: string, method: 'GET' | 'POST' = 'GET') =>
    server.inject({ url, method, headers: { 'accept-encoding': accepted } });
  const textOf = (bytes: Buffer) =>
    (coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  const file = await ask('/assets/large.js');
  expect(file.headers).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    vary: 'accept-encoding',
  });
  expect([file.headers['content-encoding'], textOf(file.rawPayload)]).toEqual([coding, script]);
  const list = await ask('/api/rows');
  expect(list.headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(list.rawPayload.length) });
  expect([list.headers['content-encoding'], JSON.parse(textOf(list.rawPayload))]).toEqual([coding, rows]);
  for (const short of [await ask('/api/row'), await ask('/api/rows', 'POST')])
    expect(short.headers['content-encoding']).toBeUndefined();
  expect((await ask('/assets/large.js.br')).statusCode).toBe(404);
});
