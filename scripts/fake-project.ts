// A small project in a temporary folder for the tests of the start scripts: the real scripts, with an npm, a Node and a
// Vite that note their calls and do next to nothing.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

export const nodeVersion = '24.99.1';

const npm = `
const fs = require('node:fs'), path = require('node:path');
const note = (line) => fs.appendFileSync('calls.log', line + '\\n');
note('npm ' + process.argv.slice(2).join(' '));
console.log('npm talks on its standard output');
fs.rmSync('node_modules', { recursive: true, force: true });
const put = (file, text, mode = 0o644) => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode });
};
const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
const wantsDev = process.argv.includes('--include=dev') || !process.env.FAKE_OMIT_DEV;
for (const [place, one] of Object.entries(lock.packages)) {
  if (!place || one.optional || (one.dev && !wantsDev)) continue;
  put(place + '/package.json', JSON.stringify({ version: one.version }));
}
put('node_modules/node/bin/node', '#!/bin/sh\\nif [ "$1" = --version ]; then echo v${nodeVersion}; else exec "${process.execPath}" "$@"; fi\\n', 0o755);
put('node_modules/vite/bin/vite.js', fs.readFileSync('tools/vite.js'));
const until = process.env.FAKE_NPM_UNTIL;
const done = () => (until && !fs.existsSync(until) ? setTimeout(done, 20) : put('node_modules/.package-lock.json', '{}'));
setTimeout(done, Number(process.env.FAKE_NPM_MS ?? 0));
`;

const vite = `
import fs from 'node:fs';
fs.appendFileSync('../../calls.log', 'vite ' + process.env.NODE_ENV + '\\n');
console.log('vite talks on its standard output');
const out = process.argv[process.argv.indexOf('--outDir') + 1];
fs.mkdirSync(out, { recursive: true });
fs.writeFileSync(out + '/half.js', '');
fs.writeFileSync('src/routes.gen.ts', String(Math.random()));
const source = fs.readFileSync('src/main.ts', 'utf8');
if (source.includes('broken')) process.exit(3);
setTimeout(() => fs.writeFileSync(out + '/index.html', source), Number(process.env.FAKE_VITE_MS ?? 0));
`;

// Says who it is and what it was given, and has a child of its own; \`stubborn\` ones hear no signal.
const server = `
import { spawn } from 'node:child_process';
if (process.argv.includes('--check-settings')) {
  if (process.env.PORT === 'http') console.error('Cannot start: PORT');
  process.exit(process.env.PORT === 'http' ? 1 : 0);
}
const isStubborn = process.argv.includes('stubborn');
const child = spawn(isStubborn ? 'trap "" TERM INT; while :; do sleep 1; done' : 'exec sleep 300', { shell: true, stdio: 'ignore' });
const report: Record<string, unknown> = { server: process.pid, child: child.pid, launcher: process.ppid };
report.cache = process.env.NODE_COMPILE_CACHE;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    console.log(JSON.stringify({ signal }));
    if (isStubborn) return;
    child.kill();
    process.exit(7);
  });
}
// Only now, because its reader may send a signal immediately.
console.log(JSON.stringify(report));
if (process.argv.includes('exits')) {
  child.kill();
  process.exit(5);
}
`;

export type FakeProject = {
  dir: string;
  /** Calls of npm and Vite since the last read. */
  takeCalls(): string[];
  write(file: string, text: string): void;
  read(file: string): string;
  has(file: string): boolean;
  run(script: string[], env?: NodeJS.ProcessEnv): Run;
  remove(): void;
};

export type Run = {
  child: ChildProcessByStdio<null, Readable, Readable>;
  stdout(): string;
  stderr(): string;
  ended: Promise<{ code: number | null; signal: string | null }>;
  /** It and all it left behind have ended: only from now on is everything read that they wrote. */
  closed: Promise<void>;
};

/** Makes the project; nothing is installed or built in it yet. */
export function makeFakeProject(): FakeProject {
  const dir = mkdtempSync(join(tmpdir(), 'parley-start-'));
  chmodSync(dir, 0o755);
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  };
  cpSync(import.meta.dirname, join(dir, 'scripts'), {
    recursive: true,
    filter: (path) => path === import.meta.dirname || path.endsWith('.mjs') || path.endsWith('/prepare'),
  });
  // As in the real package.json: without exec, npm's shell would keep a SIGINT to itself; and a spoilt Node in
  // node_modules/.bin must not be the one that runs the script which reports it.
  const scripts = { start: 'exec "$npm_node_execpath" scripts/start.mjs' };
  write('package.json', JSON.stringify({ name: 'fake', type: 'module', scripts, dependencies: { node: nodeVersion } }));
  write('package-lock.json', lockWith('1.0.0'));
  write('tools/npm-cli.cjs', npm);
  write('tools/vite.js', vite);
  write('apps/web/src/main.ts', 'first');
  write('apps/server/src/entrypoints/main.ts', server);
  write('scripts/db-url.ts', "console.log('postgresql:///parley');\n");
  write('bench/run.ts', "console.log('bench');\n");
  return {
    dir,
    write,
    read: (file) => readFileSync(join(dir, file), 'utf8'),
    has: (file) => existsSync(join(dir, file)),
    takeCalls: () => {
      const log = join(dir, 'calls.log');
      const calls = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
      rmSync(log, { force: true });
      return calls;
    },
    run: (script, env = {}) => run(dir, process.execPath, script, env),
    remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
}

/** A lock file with one package of every kind that the scripts tell apart. */
export function lockWith(version: string): string {
  const packages = {
    '': {},
    'node_modules/node': { version: nodeVersion },
    'node_modules/needed': { version },
    'node_modules/for-tests': { version, dev: true },
    'node_modules/for-another-platform': { version, optional: true },
  };
  return JSON.stringify({ lockfileVersion: 3, packages });
}

/** Runs a program in the project's folder with the fake npm as the one that runs us. */
export function run(dir: string, command: string, args: string[], env: NodeJS.ProcessEnv): Run {
  const { DATA_DIR: _dataDir, npm_lifecycle_event: _event, npm_node_execpath: _npmNode, ...inherited } = process.env;
  const child = spawn(command, args, {
    cwd: dir,
    env: { ...inherited, npm_execpath: join(dir, 'tools', 'npm-cli.cjs'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, stdout: () => stdout, stderr: () => stderr, ended, closed };
}
