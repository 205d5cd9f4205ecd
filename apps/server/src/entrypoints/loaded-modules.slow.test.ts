import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmptyDatabase, emptyDatabase } from '../testing/empty-database.ts';

/** What is needed by a call, a job or a command only, and imported there: every start would pay for it in time and memory. */
const onlyWhenUsed = [
  '@fastify/busboy',
  '@fastify/fast-json-stringify-compiler',
  '@node-rs/argon2',
  '@parley/whatsapp-simulator',
  '@simplewebauthn/server',
  '@zip.js/zip.js',
  'age-encryption',
  'ajv',
  'chardet',
  'chrono-node',
  'file-type',
  'nodemailer',
  'openid-client',
  'pg-copy-streams',
  'prom-client',
  'sharp',
  'tar-stream',
  'undici',
  'web-push',
];
/** With room for a feature or two; what grows it by more is imported where it is used. */
const mostModules = 2_000;

const here = import.meta.dirname;
let database: EmptyDatabase;
let folder: string;
beforeAll(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parley-modules-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a server, stops it when it is ready. @returns its modules, and what it said if it ended by itself */
async function modulesOf(env: Record<string, string>): Promise<{ modules: string[]; said: string }> {
  const file = join(folder, 'modules.json');
  const preload = pathToFileURL(join(here, '..', 'testing', 'loaded-modules.fixture.ts')).href;
  const args = ['--disable-warning=ExperimentalWarning', `--import=${preload}`, join(here, 'main.ts')];
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      SECRET_KEY: 'a key of at least thirty-two characters',
      DATA_DIR: join(folder, 'data'),
      MODULES_FILE: file,
      PORT: '0',
      // Workers load what answers calls as well, but no built web application.
      ROLE: 'worker',
      LOG_LEVEL: 'warn',
      // It is loaded by what is configured with it.
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (said += data.toString()));
  child.once('message', () => child.kill('SIGTERM'));
  await once(child, 'exit');
  return { modules: JSON.parse(await readFile(file, 'utf8')) as string[], said };
}

/** The package of a module, or of our own the simulator, of which a start only asks where it is and how it ends. */
function nameOf(url: string): string | undefined {
  return /\/whatsapp-simulator\/src\/(?!entry\.ts|storage\/damage\.ts)/.test(url)
    ? '@parley/whatsapp-simulator'
    : packageOf(url);
}
const packageOf = (url: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];

test('a start loads nothing that only a call, a job or a command needs', async () => {
  const { modules, said } = await modulesOf({});
  expect(said).toContain('Parley is ready');
  const loaded = new Set(modules.map(nameOf));
  expect(onlyWhenUsed.filter((name) => loaded.has(name))).toEqual([]);
  expect(modules.filter((url) => !url.startsWith('node:')).length).toBeLessThan(mostModules);
});

test('a bad setting is named before anything but the settings is loaded', async () => {
  const { modules, said } = await modulesOf({ PORT: 'http' });
  expect(said).toMatch(/^Cannot start: PORT: .+\n$/);
  const others = modules.filter((url) => !url.startsWith('node:') && packageOf(url) !== 'zod');
  expect(others.map((url) => url.replace(/^.*\/src\//, ''))).toEqual([
    'entrypoints/main.ts',
    'platform/config.ts',
    'platform/secret-files.ts',
  ]);
});
