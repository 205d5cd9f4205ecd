import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type OwnPostgres, ownPostgres } from '../../testing/own-postgres.ts';
import { type ProxyProgram, prepareNginx, startCaddy } from '../../testing/proxy-program.ts';
import { until } from '../../testing/world.ts';
import { registerOperations } from './operations.ts';
import { createHttpServer } from './server.ts';
import { serveWebApp } from './web-app.ts';

/*
 * The examples in deploy, run by the programs they are for, which the full run installs by apt where it may.
 * Active health checks of Caddy: https://caddyserver.com/docs/caddyfile/directives/reverse_proxy#active-health-checks
 */
let dist: string;
let postgres: OwnPostgres;
/** A process whose PostgreSQL the tests stop, and one on the run's. */
let stoppable: TestDatabase;
let steady: TestDatabase;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'parley-web-'));
  await writeFile(join(dist, 'index.html'), '<html>the app</html>');
  await writeFile(join(dist, 'routes.json'), '["/inbox"]');
  postgres = await ownPostgres();
  stoppable = await testDatabase({ templateUrl: postgres.templateUrl });
  steady = await testDatabase();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
afterAll(async () => {
  await steady.close();
  await stoppable.close();
  await postgres.close();
  await rm(dist, { recursive: true, force: true });
});

/** @returns host:port of a process with the app's pages and its health, which says which one answered */
async function processOn({ platform }: TestDatabase, name: string): Promise<string> {
  const app: FastifyInstance = createHttpServer(platform.log, platform.config);
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-process', name));
  registerOperations(app, platform);
  await serveWebApp(app, platform, [], dist);
  await app.listen({ port: 0, host: '127.0.0.1' });
  opened.push(app);
  return `127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A port at which nothing answers. */
async function deadPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${port}`;
}

async function through(starting: Promise<ProxyProgram>): Promise<(path: string) => Promise<Answer>> {
  const proxy = await starting;
  opened.push({ close: () => proxy.stop() });
  const get = (path: string) => getFrom(`${proxy.url}${path}`);
  await until(() => get('/').catch(() => null));
  return get;
}

type Answer = { status: number; text: string; from: string | null };

/** The certificate is the test's own. */
async function getFrom(url: string): Promise<Answer> {
  if (url.startsWith('http:')) {
    const answer = await fetch(url);
    return { status: answer.status, text: await answer.text(), from: answer.headers.get('x-process') };
  }
  return new Promise((resolve, reject) => {
    request(url, { rejectUnauthorized: false, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (data: Buffer) => (text += data.toString()));
      const { statusCode: status = 0, headers } = answer;
      answer.on('end', () => resolve({ status, text, from: (headers['x-process'] as string | undefined) ?? null }));
    })
      .on('error', reject)
      .end();
  });
}

async function whileDatabaseIsStopped(work: () => Promise<void>): Promise<void> {
  await postgres.kill();
  try {
    await work();
  } finally {
    await postgres.start();
  }
}

/** The page, and the reason that monitoring reads, come through a proxy although the process cannot serve. */
async function expectReason(get: (path: string) => Promise<Answer>): Promise<void> {
  await until(async () => (await get('/readyz')).text.includes('database_silent'));
  expect(await get('/inbox')).toMatchObject({ status: 200, text: '<html>the app</html>' });
  expect(await get('/healthz')).toMatchObject({ status: 200 });
}

describe('one process behind Caddy', () => {
  test('answers with the app and the reason while its database is stopped', async () => {
    const get = await through(startCaddy('Caddyfile', [await processOn(stoppable, 'a')]));
    await whileDatabaseIsStopped(async () => {
      await expectReason(get);
      // Longer than a health check takes to leave it out.
      await new Promise((resolve) => setTimeout(resolve, 7_000));
      await expectReason(get);
    });
  });

  test('that is gone is named as gone, with what to do', async () => {
    const get = await through(startCaddy('Caddyfile', [await deadPort()]));
    expect(await get('/inbox')).toMatchObject({ status: 502, text: expect.stringContaining('Parley does not answer') });
  });
});

describe('several processes behind Caddy', () => {
  test('are asked each: calls go to the one that is ready, and to any when none is', async () => {
    const processes = [await processOn(stoppable, 'stoppable'), await processOn(steady, 'steady')];
    const get = await through(startCaddy('Caddyfile.scale', processes));
    const answering = async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => get('/inbox')));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      return [...new Set(answers.map(({ from }) => from))].sort().join();
    };
    await until(async () => (await answering()) === 'steady,stoppable');
    await whileDatabaseIsStopped(async () => {
      await until(async () => (await answering()) === 'steady');
    });
    await until(async () => (await answering()) === 'steady,stoppable');
  });

  test('answer with the app and the reason while the database of all is stopped', async () => {
    const processes = [await processOn(stoppable, 'a'), await processOn(stoppable, 'b'), await deadPort()];
    const get = await through(startCaddy('Caddyfile.scale', processes));
    await whileDatabaseIsStopped(async () => {
      await expectReason(get);
      await new Promise((resolve) => setTimeout(resolve, 7_000));
      await expectReason(get);
    });
  });
});

describe('a process behind nginx', () => {
  // Debian 12 has 1.22; the directive `http2 on` came with 1.25.1: https://nginx.org/en/docs/http/ngx_http_v2_module.html
  test('has an example that the installed nginx loads', async () => {
    const nginx = await prepareNginx('127.0.0.1:3000');
    expect(nginx.test()).toContain('test is successful');
  });

  test('answers with the app and the reason while its database is stopped', async () => {
    const get = await through((await prepareNginx(await processOn(stoppable, 'a'))).start());
    await whileDatabaseIsStopped(() => expectReason(get));
  });

  test('that is gone is named as gone, with what to do', async () => {
    const get = await through((await prepareNginx(await deadPort())).start());
    expect(await get('/inbox')).toMatchObject({ status: 502, text: expect.stringContaining('Parley does not answer') });
  });
});
