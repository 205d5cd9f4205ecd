import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type FakeProject, lockWith, makeFakeProject, nodeVersion, type Run, run } from './fake-project.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const start = ['scripts/start.mjs'];
const projects: FakeProject[] = [];
const runs: Run[] = [];

afterEach(() => {
  for (const one of runs.splice(0)) one.child.kill('SIGKILL');
  for (const project of projects.splice(0)) project.remove();
});

function freshProject(): FakeProject {
  const project = makeFakeProject();
  projects.push(project);
  return project;
}

function follow(one: Run): Run {
  runs.push(one);
  return one;
}

async function eventually<T>(what: () => T | undefined | false, waitMs = 45_000): Promise<T> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const found = what();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`not reached within ${waitMs} ms: ${what}`);
    await delay(20);
  }
}

/** Runs to the end and gives the exit code. */
async function finish(
  project: FakeProject,
  script: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Run & { code: number | null }> {
  const one = follow(project.run(script, env));
  const { code } = await one.ended;
  await one.closed;
  return { ...one, code };
}

type Started = { server: number; child: number; launcher: number; cache: string };

/** The processes of a started server, as it names them itself. */
function waitForServer(one: Run): Promise<Started> {
  return eventually(() => {
    const line = one
      .stdout()
      .split('\n')
      .find((text) => text.startsWith('{"server"'));
    return line ? (JSON.parse(line) as Started) : undefined;
  });
}

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('installing', () => {
  test('a bare clone is installed and built once; the server’s exit code is passed on', async () => {
    const project = freshProject();
    const first = await finish(project, [...start, 'exits']);
    expect(first.code).toBe(5);
    expect(project.takeCalls()).toEqual(['npm ci --no-audit --no-fund --loglevel=error', 'vite production']);
    expect(project.read('apps/web/dist/index.html')).toBe('first');
    const second = await finish(project, [...start, 'exits']);
    expect(second.code).toBe(5);
    expect(project.takeCalls()).toEqual([]);
    expect(second.stderr()).toBe('');
    // It was refused before it had any data.
    expect(project.has('data')).toBe(false);
  });

  test('a changed lock file is installed', async () => {
    const project = freshProject();
    await finish(project, [...start, 'exits']);
    project.takeCalls();
    project.write('package-lock.json', lockWith('2.0.0'));
    await finish(project, [...start, 'exits']);
    expect(project.takeCalls()).toEqual(['npm ci --no-audit --no-fund --loglevel=error', 'vite production']);
  });

  test('a manual install without development packages is kept until they are needed', async () => {
    const project = freshProject();
    execFileSync(process.execPath, ['tools/npm-cli.cjs', 'ci', '--omit=dev'], {
      cwd: project.dir,
      env: { ...process.env, FAKE_OMIT_DEV: '1' },
    });
    project.takeCalls();
    await finish(project, [...start, 'exits']);
    expect(project.takeCalls()).toEqual(['vite production']);
    expect(project.has('node_modules/for-tests')).toBe(false);
    const bench = await finish(project, ['scripts/run.mjs', 'bench']);
    expect(bench.stdout()).toBe('bench\n');
    expect(project.takeCalls()).toEqual(['npm ci --no-audit --no-fund --loglevel=error --include=dev']);
    await finish(project, [...start, 'exits']);
    expect(project.takeCalls()).toEqual([]);
  });

  test.each([
    ['a package of another version', 'node_modules/needed/package.json', '{"version":"0.9.0"}'],
    ['a package cut short', 'node_modules/needed/package.json', '{"vers'],
  ])('a manual install with %s is repeated', async (_name, file, text) => {
    const project = freshProject();
    execFileSync(process.execPath, ['tools/npm-cli.cjs', 'ci'], { cwd: project.dir });
    project.write(file, text);
    project.takeCalls();
    await finish(project, [...start, 'exits']);
    expect(project.takeCalls()[0]).toBe('npm ci --no-audit --no-fund --loglevel=error');
  });

  test('an interrupted install is repeated, and ends with the command that began it', async () => {
    const project = freshProject();
    const first = follow(project.run([...start, 'exits'], { FAKE_NPM_MS: '30000' }));
    await eventually(() => project.has('node_modules/node/bin/node'));
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(143);
    project.takeCalls();
    const second = await finish(project, [...start, 'exits']);
    expect(second.code).toBe(5);
    expect(project.takeCalls()[0]).toBe('npm ci --no-audit --no-fund --loglevel=error');
  });

  test('an npm process left behind by a killed start is waited for', async () => {
    const project = freshProject();
    const first = follow(project.run([...start, 'exits'], { FAKE_NPM_UNTIL: 'npm-may-end' }));
    await eventually(() => project.has('node_modules/node/bin/node'));
    first.child.kill('SIGKILL');
    await first.ended;
    const second = follow(project.run([...start, 'exits']));
    await eventually(() => second.stderr().includes('Waiting for another command'));
    project.write('npm-may-end', '');
    expect((await second.ended).code).toBe(5);
    expect(project.takeCalls()).toEqual(['npm ci --no-audit --no-fund --loglevel=error', 'vite production']);
  });

  test('one of two concurrent commands installs', async () => {
    const project = freshProject();
    const both = await Promise.all([
      finish(project, [...start, 'exits'], { FAKE_NPM_MS: '500' }),
      finish(project, ['scripts/run.mjs', 'db:url'], { FAKE_NPM_MS: '500' }),
    ]);
    expect(both.map((one) => one.code)).toEqual([5, 0]);
    expect(project.takeCalls().filter((call) => call.startsWith('npm'))).toHaveLength(1);
  });

  test('a command leaves its standard output clean', async () => {
    const project = freshProject();
    const one = await finish(project, ['scripts/run.mjs', 'db:url']);
    expect(one.stdout()).toBe('postgresql:///parley\n');
    expect(one.stderr()).toContain('npm talks');
    expect(project.has('data')).toBe(false);
  });
});

describe('the pinned Node', () => {
  test.each([
    ['is missing', (file: string) => rmSync(file)],
    ['does not answer', (file: string) => chmodSync(file, 0o644)],
  ])('that %s prevents the start with one line', async (_name, spoil) => {
    const project = freshProject();
    await finish(project, [...start, 'exits']);
    spoil(join(project.dir, 'node_modules/node/bin/node'));
    const one = await finish(project, start);
    expect(one.code).toBe(1);
    expect(one.stderr()).toMatch(new RegExp(`^Node ${nodeVersion} .*npm rebuild node.*\n$`));
  });

  test('of another version is not used', async () => {
    const project = freshProject();
    await finish(project, [...start, 'exits']);
    project.write('node_modules/node/bin/node', '#!/bin/sh\necho v20.0.0\n');
    const one = await finish(project, start);
    expect(one.code).toBe(1);
    expect(one.stderr().trim().split('\n')).toHaveLength(1);
  });
});

describe('building', () => {
  test('depends on the sources of the web app and the contract, not on generated files', async () => {
    const project = freshProject();
    await finish(project, [...start, 'exits']);
    project.takeCalls();
    for (const file of ['apps/web/src/main.ts', 'packages/contract/src/index.ts', 'apps/web/index.html']) {
      project.write(file, `changed ${file}`);
      await finish(project, [...start, 'exits']);
      expect(project.takeCalls()).toEqual(['vite production']);
    }
    project.write('apps/server/src/other.ts', '');
    await finish(project, [...start, 'exits']);
    expect(project.takeCalls()).toEqual([]);
  });

  test('does not begin with a wrong setting, which is named at once', async () => {
    const project = freshProject();
    const refused = await finish(project, [...start, 'exits'], { PORT: 'http' });
    expect(refused.code).toBe(1);
    expect(refused.stderr()).toMatch(/Cannot start: PORT\n$/);
    expect(project.takeCalls()).toEqual(['npm ci --no-audit --no-fund --loglevel=error']);
  });

  test('that fails or is interrupted leaves the earlier build intact', async () => {
    const project = freshProject();
    await finish(project, [...start, 'exits']);
    project.write('apps/web/src/main.ts', 'broken');
    const failed = await finish(project, [...start, 'exits']);
    expect(failed.code).toBe(1);
    expect(failed.stderr()).toContain('building the web app failed (exit code 3)');
    expect(project.read('apps/web/dist/index.html')).toBe('first');

    project.write('apps/web/src/main.ts', 'third');
    const killed = follow(project.run([...start, 'exits'], { FAKE_VITE_MS: '30000' }));
    await eventually(() => project.has('.cache/web-build/half.js'));
    killed.child.kill('SIGINT');
    expect((await killed.ended).code).toBe(130);
    expect(project.read('apps/web/dist/index.html')).toBe('first');
    await finish(project, [...start, 'exits']);
    expect(project.read('apps/web/dist/index.html')).toBe('third');
    expect(readdirSync(join(project.dir, '.cache')).filter((name) => name.startsWith('web-build'))).toEqual([]);
  });
});

describe('the process tree', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s reaches the server once, and its exit code is passed on',
    async (signal) => {
      const project = freshProject();
      const one = follow(project.run(start));
      const started = await waitForServer(one);
      expect(started.cache).toBe(join(project.dir, 'data', 'cache', 'v8'));
      one.child.kill(signal);
      one.child.kill(signal);
      expect(await one.ended).toEqual({ code: 7, signal: null });
      await one.closed;
      expect(one.stdout().match(/"signal"/g)).toHaveLength(1);
      await eventually(() => !isRunning(started.server) && !isRunning(started.child));
    },
  );

  test('a server that ignores signals is killed with its children', async () => {
    const project = freshProject();
    const one = follow(project.run([...start, 'stubborn']));
    const started = await waitForServer(one);
    one.child.kill('SIGTERM');
    await one.ended;
    expect([started.server, started.child].filter(isRunning)).toEqual([]);
  });

  test('the server ends when its launcher is killed', async () => {
    const project = freshProject();
    const one = follow(project.run(start));
    const started = await waitForServer(one);
    one.child.kill('SIGKILL');
    await eventually(() => !isRunning(started.server) && !isRunning(started.child));
    await one.closed;
    expect(one.stdout()).toContain('"signal":"SIGTERM"');
  });

  test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('everything ends when npm gets %s', async (signal) => {
    const project = freshProject();
    const fakeNpm = join(project.dir, 'tools', 'npm-cli.cjs');
    execFileSync(process.execPath, [fakeNpm, 'ci'], { cwd: project.dir });
    const one = follow(run(project.dir, 'npm', ['start'], {}));
    const started = await waitForServer(one);
    one.child.kill(signal);
    await one.ended;
    await eventually(() => ![started.server, started.child, started.launcher].some(isRunning));
    expect(existsSync(join(project.dir, 'apps/web/dist/index.html'))).toBe(true);
  });
});
