// npm run dev: the server, restarted when its code changes, and the web app served from its sources with hot updates.
import { type FSWatcher, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { createServer, type ProxyOptions, type ViteDevServer } from 'vite';
import { ensureWebBuilt, makeDataDir, projectDir } from './prepare.mjs';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const webDir = join(projectDir, 'apps', 'web');
/** What the server is made of. Tests beside the code do not restart it. */
const watched = ['apps/server/src', 'apps/server/migrations', 'packages/contract/src', 'packages/whatsapp-client/src'];
const isTest = /\.(test|fixture)\.ts$/;
/** Editors write a file in several steps; one restart is enough for all of them. */
const settleMs = 150;

const port = process.env['PORT'] || '3000';
const vitePort = Number(port) + 1;
const dataDir = resolve(projectDir, process.env['DATA_DIR'] || 'data');
const say = (line: string): void => console.log(`dev: ${line}`);

let server: ServerProcess | null = null;
let restarting: Promise<void> = Promise.resolve();
let isEnding = false;

/** Starts the server; when its code cannot start, prints why and waits for the next change. */
async function start(): Promise<void> {
  try {
    server = await startServerProcess({
      dataDir,
      port,
      // Links and the check of a live connection's origin speak of the address that browsers are at.
      env: { PUBLIC_URL: `http://127.0.0.1:${vitePort}`, ...process.env },
      onOutput: (text) => process.stdout.write(text),
    });
  } catch {
    // Its output is above already.
    say('the server did not start; retrying at the next change');
  }
}

function restart(why: string): void {
  restarting = restarting.then(async () => {
    if (isEnding) return;
    say(`${why} changed, restarting the server`);
    await server?.end('SIGTERM');
    server = null;
    await start();
  });
}

function watchSources(): FSWatcher[] {
  let timer: NodeJS.Timeout | undefined;
  return watched.map((folder) =>
    watch(join(projectDir, folder), { recursive: true }, (_event, name) => {
      if (name === null || isTest.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => restart(join(folder, name)), settleMs);
    }),
  );
}

/** Vite's server in front: pages and modules from the sources, everything else from the server behind it. */
async function startVite(): Promise<ViteDevServer> {
  const target = `http://127.0.0.1:${port}`;
  const paths = [
    '/api',
    '/config.json',
    '/healthz',
    '/hooks',
    '/media',
    '/metrics',
    '/readyz',
    '/simulator',
    '/webhooks',
  ];
  const proxy = Object.fromEntries(
    paths.map((path): [string, ProxyOptions] => [path, { target, ws: path === '/api', changeOrigin: true }]),
  );
  // Lingui's macro searches its configuration from the working directory.
  process.chdir(webDir);
  const vite = await createServer({
    root: webDir,
    configFile: join(webDir, 'vite.config.ts'),
    server: { host: '127.0.0.1', port: vitePort, strictPort: true, proxy },
  });
  await vite.listen();
  return vite;
}

async function end(watchers: FSWatcher[], vite: ViteDevServer): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  for (const watcher of watchers) watcher.close();
  await restarting;
  await Promise.all([server?.end('SIGTERM'), vite.close()]);
  process.exit(0);
}

// The server serves the built app as well, and refuses to start without one.
await ensureWebBuilt();
makeDataDir();
const vite = await startVite();
await start();
const watchers = watchSources();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(watchers, vite));
say(`open http://127.0.0.1:${vitePort}/`);
