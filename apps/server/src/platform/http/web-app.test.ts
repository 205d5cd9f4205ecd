import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createHttpServer } from './server.ts';
import { serveWebApp } from './web-app.ts';

let database: TestDatabase;
let dist: string;
const servers: FastifyInstance[] = [];

beforeAll(async () => {
  database = await testDatabase();
  dist = await mkdtemp(join(tmpdir(), 'parley-web-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), '<html>the app</html>');
  await writeFile(join(dist, 'gallery.html'), '<html>every component</html>');
  await writeFile(join(dist, 'routes.json'), '["/inbox"]');
  await writeFile(join(dist, 'assets', 'main.js'), '');
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
