import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chooseRunAs } from '../apps/server/src/platform/postgres/run-as.ts';
import { projectDir } from './checks/run-program.ts';
import { findPackages, makeRelease } from './release/make-release.ts';

let folder: string;
let release: string;
let running: ChildProcess | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-release-'));
  chmodSync(folder, 0o755);
  release = join(folder, 'parley');
  // The smallest web application: the server reads these three.
  const webDist = join(folder, 'dist');
  mkdirSync(webDist);
  writeFileSync(join(webDist, 'index.html'), '<!doctype html><title>Parley</title>');
  writeFileSync(join(webDist, 'routes.json'), '[]');
  makeRelease(projectDir, release, { webDist });
}, 300_000);
afterAll(async () => {
  if (running !== undefined && running.exitCode === null) {
    const gone = once(running, 'exit');
    running.kill('SIGTERM');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}, 300_000);

/** An ordinary user, also when the tests run as root, without npm and without anything of a developer's environment. */
function ordinary() {
  const runAs = chooseRunAs(null);
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (runAs !== null) chownSync(data, runAs.uid, runAs.gid);
  const user = runAs === null ? {} : { uid: runAs.uid, gid: runAs.gid };
  return { ...user, cwd: release, env: { PATH: '/usr/bin:/bin', HOME: data, DATA_DIR: data, PORT: '0' } };
}
const node = () => join(release, 'node_modules', 'node', 'bin', 'node');

describe('a release', () => {
  it('has no tests, no development packages and no second copy of anything', () => {
    for (const absent of ['vitest', 'typescript', 'react', '@biomejs', 'vite']) {
      expect(existsSync(join(release, 'node_modules', absent)), absent).toBe(false);
    }
    for (const present of ['node', 'fastify', 'pg', 'zod', 'sharp', '@parley/contract']) {
      expect(existsSync(join(release, 'node_modules', present)), present).toBe(true);
    }
    expect(existsSync(join(release, 'apps', 'server', 'src', 'testing'))).toBe(false);
    expect(readFileSync(join(release, 'release.json'), 'utf8')).toContain('"parley-');
  });

  it('has its bill of materials, which names every package in it', () => {
    const bill = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { name: string; version: string }[];
    };
    expect(bill.bomFormat).toBe('CycloneDX');
    const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
    const lock = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as Parameters<
      typeof findPackages
    >[1];
    const missing = findPackages(projectDir, lock).filter((path) => {
      const { name, version } = JSON.parse(readFileSync(join(release, path, 'package.json'), 'utf8'));
      return !listed.has(`${name}@${version}`);
    });
    expect(missing).toEqual([]);
  });

  it('starts with node alone as an ordinary user in a clean folder, and ends on SIGTERM', async () => {
    const child = spawn(node(), ['scripts/start.mjs'], { ...ordinary(), stdio: ['ignore', 'pipe', 'pipe'] });
    running = child;
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', () => {
        const found = /ready at (http:\S+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
    });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    // A busy machine may answer later than the check waits; who runs it asks again.
    await vi.waitFor(
      () => {
        const healthy = spawnSync(node(), ['scripts/healthcheck.mjs'], {
          ...ordinary(),
          env: { ...ordinary().env, PORT: new URL(url).port },
          encoding: 'utf8',
        });
        expect(healthy).toMatchObject({ status: 0, stderr: '' });
      },
      { timeout: 60_000 },
    );
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await gone)[0]).toBe(0);
    const dead = spawnSync(node(), ['scripts/healthcheck.mjs'], {
      ...ordinary(),
      env: { ...ordinary().env, PORT: new URL(url).port },
    });
    expect(dead.status).toBe(1);
  }, 300_000);

  it('refuses commands that need the source code in one sentence', () => {
    const answer = spawnSync(node(), ['scripts/run.mjs', 'test'], { ...ordinary(), encoding: 'utf8' });
    expect(answer.status).not.toBe(0);
    expect(answer.stderr.trim()).toBe('This command needs the source code, not a release.');
  });
});
