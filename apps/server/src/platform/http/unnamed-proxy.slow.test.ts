import { pino } from 'pino';
import { expect, test } from 'vitest';
import { backedUpFiles } from '../../operations.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { until } from '../../testing/world.ts';
import { type Config, parseConfig } from '../config.ts';
import { machineChecks } from '../doctor/machine-checks.ts';
import { createHttpServer } from './server.ts';
import { findUnnamedProxy } from './unnamed-proxy.ts';

const lookAtProxy = (config: Config) =>
  machineChecks(config, '/', backedUpFiles)
    .find(({ name }) => name === 'Proxy')
    ?.run();

async function withServer(
  env: Record<string, string>,
  work: (database: TestDatabase, call: (from: string) => Promise<unknown>, lines: string[]) => Promise<void>,
): Promise<void> {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const database = await testDatabase({ env });
  const app = createHttpServer(log, database.platform.config);
  app.get('/', async () => ({}));
  try {
    await work(
      database,
      (remoteAddress) => app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.9' } }),
      lines,
    );
  } finally {
    await app.close();
    await database.close();
  }
}

test('calls through an unknown proxy are a log line and a problem in the doctor', async () => {
  await withServer({}, async ({ platform: { config } }, callFrom, lines) => {
    expect(await lookAtProxy(config)).toMatchObject({ state: 'ok' });
    await callFrom('10.1.2.3');
    await callFrom('10.1.2.3');
    await until(async () => findUnnamedProxy(config));
    expect(lines.filter((line) => line.includes('TRUSTED_PROXY'))).toHaveLength(1);
    expect(await lookAtProxy(config)).toMatchObject({ state: 'problem', message: expect.stringContaining('10.1.2.3') });
    const named = parseConfig({ DATA_DIR: config.dataDir, TRUSTED_PROXY: '10.0.0.0/8' }, '/');
    expect(await lookAtProxy(named)).toMatchObject({ state: 'ok' });
  });
});

test('external callers that claim to be a proxy are ignored', async () => {
  await withServer({}, async ({ platform: { config } }, callFrom, lines) => {
    await callFrom('203.0.113.5');
    expect(lines).toEqual([]);
    expect(await lookAtProxy(config)).toMatchObject({ state: 'ok' });
  });
});

test('an address with TLS has a proxy in front of it', async () => {
  await withServer({ PUBLIC_URL: 'https://parley.example' }, async ({ platform: { config } }, _call, lines) => {
    expect(lines.filter((line) => line.includes('TRUSTED_PROXY'))).toHaveLength(1);
    expect(await lookAtProxy(config)).toMatchObject({ state: 'problem' });
  });
  await withServer(
    { PUBLIC_URL: 'https://parley.example', TRUSTED_PROXY: 'loopback' },
    async (database, _call, lines) => {
      expect(lines).toEqual([]);
      expect(await lookAtProxy(database.platform.config)).toMatchObject({ state: 'ok' });
    },
  );
});
