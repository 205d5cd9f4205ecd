import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addDeliveries, ask, type RunOptions, runCommand } from './data-commands.ts';
import { projectDir } from './prepare.mjs';
import { type ServerProcess, startServerProcess } from './server-process.ts';

// Each start of a database takes seconds when other tests run beside.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync('/tmp/parley-commands-');
const dataDir = join(folder, 'data');
const big = join(folder, 'big.parley');
let server: ServerProcess | undefined;

beforeAll(async () => {
  // PostgreSQL's user, and the ordinary one of a test, have to pass through.
  chmodSync(folder, 0o755);
  server = await startServer(dataDir);
});
afterAll(async () => {
  await server?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Without the web application, which may not be built here. */
function startServer(dir: string): Promise<ServerProcess> {
  return startServerProcess({ dataDir: dir, port: '0', env: { ROLE: 'worker', LOG_LEVEL: 'silent', SANDBOX: 'off' } });
}

/** One of the commands, in the test's folder. */
const run = (command: string, args: string[], options: RunOptions = {}) =>
  runCommand(command, args, { cwd: folder, ...options, env: { DATA_DIR: dataDir, ...options.env } });

const digest = 'select count(*)::int as n, md5(string_agg(md5(body), $$,$$ order by seq)) as sum from webhook_events';

async function eventually(what: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!what()) {
    if (Date.now() > deadline) throw new Error(`not reached: ${what}`);
    await delay(5);
  }
}

describe('npm run backup', () => {
  test('writes a file that only its owner can read', async () => {
    const small = await run('backup.ts', ['small.parley'], { env: { INIT_CWD: folder } });
    expect([small.code, small.out]).toEqual([0, expect.stringContaining('not encrypted')]);
    await addDeliveries(dataDir, 150);
    const large = await run('backup.ts', [big]);
    expect([large.code, large.out]).toEqual([0, expect.stringContaining(`Backed up into ${big}`)]);
    expect(statSync(big).mode & 0o777).toBe(0o600);
  });

  test('that was killed leaves no file under its name, and the next one is complete', async () => {
    const file = join(folder, 'killed.parley');
    const killed = await run('backup.ts', [file], {
      onStart: (child) => {
        void eventually(() => existsSync(`${file}.partial`) && statSync(`${file}.partial`).size > 0).finally(() =>
          child.kill('SIGKILL'),
        );
      },
    });
    expect([killed.code, existsSync(file)]).toEqual([null, false]);
    const again = await run('backup.ts', [file], { env: { BACKUP_PASSPHRASE: 'five gears and a bell' } });
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('files, encrypted.')]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  test.each([
    { args: [], says: 'npm run backup -- FILE' },
    { args: ['one', 'two'], says: 'npm run backup -- FILE' },
    { args: [big], says: 'is there already' },
  ])('with $args reports the error in one line', async ({ args, says }) => {
    const { code, out } = await run('backup.ts', args);
    expect([code, out]).toEqual([1, expect.stringContaining(says)]);
    expect(out.trim().split('\n')).toHaveLength(1);
  });
});

describe('npm run verify-backup', () => {
  test('says what a backup proves, and takes nothing of an installation', async () => {
    const env = { DATA_DIR: join(folder, 'none'), TMPDIR: folder };
    const { code, out } = await run('verify-backup.ts', [big], { env });
    expect([code, out]).toEqual([0, expect.stringContaining('The backup can be restored')]);
    expect(out).toContain('0 accounts');
    expect(existsSync(env.DATA_DIR)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.startsWith('parley-verify'))).toEqual([]);
  });

  test('that is interrupted removes its database', async () => {
    let said = '';
    const { code, out } = await run('verify-backup.ts', [big], {
      env: { TMPDIR: folder },
      onStart: (child) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (said.includes('into a temporary')) setTimeout(() => child.kill('SIGINT'), 1_500);
        });
      },
    });
    expect([code, out]).toEqual([130, expect.stringContaining('Stopped.')]);
    expect(readdirSync(folder).filter((name) => name.startsWith('parley-verify'))).toEqual([]);
  });
});

describe('npm run restore', () => {
  test('refuses while the server runs, with any option', async () => {
    const { code, out } = await run('restore.ts', [big, '--force']);
    expect([code, out]).toEqual([1, expect.stringContaining('Stop the server first')]);
    expect(existsSync(join(dataDir, 'restore-unfinished'))).toBe(false);
  });

  test('that was killed prevents the server from starting, until it is repeated with --force', async () => {
    const env = { DATA_DIR: join(folder, 'restored') };
    let said = '';
    const killed = await run('restore.ts', [big], {
      env,
      onStart: (child) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (said.includes('Restoring what')) setTimeout(() => child.kill('SIGKILL'), 700);
        });
      },
    });
    expect(killed.code).toBe(null);
    await expect(startServer(env.DATA_DIR)).rejects.toThrow('did not finish. Run "npm run restore -- FILE --force"');
    const refused = await run('restore.ts', [big], { env });
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('Say --force')]);
    const done = await run('restore.ts', [big, '--force'], { env });
    expect([done.code, done.out]).toEqual([0, expect.stringMatching(/before-restore-.*\n.*\nRestored \d+ rows/)]);
    const restored = await startServer(env.DATA_DIR);
    try {
      expect(await ask(env.DATA_DIR, digest)).toEqual(await ask(dataDir, digest));
      const doctor = await run('doctor.ts', [], { env });
      expect([doctor.code, doctor.out]).toEqual([0, expect.stringContaining('No problems found.')]);
    } finally {
      await restored.end('SIGTERM');
    }
    const stopped = await run('doctor.ts', [], { env });
    expect([stopped.code, stopped.out]).toEqual([1, expect.stringContaining('PROBLEM  Database')]);
  });

  // Declared only where it can run: a skipped test counts as a failed one.
  const ordinary = 65_534;
  const reach = { uid: ordinary, gid: ordinary, cwd: '/' };
  const seesNode = spawnSync(process.execPath, ['-e', ''], reach).status === 0;
  if (seesNode && spawnSync('/bin/sh', ['-c', `cat ${projectDir}/package.json`], reach).status === 0) {
    test("by root into another user's folder keeps its owner: either may start the server", async () => {
      const env = { DATA_DIR: join(folder, 'theirs') };
      mkdirSync(env.DATA_DIR);
      chownSync(env.DATA_DIR, ordinary, ordinary);
      const done = await run('restore.ts', [join(folder, 'small.parley')], { env });
      expect([done.code, done.out]).toEqual([0, expect.stringContaining('Restored')]);
      const owners = readdirSync(env.DATA_DIR).map((name) => statSync(join(env.DATA_DIR, name)).uid);
      expect(new Set(owners)).toEqual(new Set([ordinary]));
      const own = join(folder, 'own');
      mkdirSync(own);
      chownSync(own, ordinary, ordinary);
      const file = join(own, 'small.parley');
      const options = { env: { DATA_DIR: join(own, 'data') }, uid: ordinary };
      spawnSync('cp', [join(folder, 'small.parley'), file]);
      chownSync(file, ordinary, ordinary);
      const asThem = await run('restore.ts', [file], options);
      expect([asThem.code, asThem.out]).toEqual([0, expect.stringContaining('Restored')]);
    });
  }
});

describe('npm run doctor', () => {
  test('finds no problem on a running server, and checks the network only on request', async () => {
    const well = await run('doctor.ts', []);
    expect([well.code, well.out]).toEqual([0, expect.stringContaining('ok       Migrations')]);
    const env = { GRAPH_BASE_URL: 'http://127.0.0.1:9', SMTP_URL: 'smtp://127.0.0.1:9' };
    expect((await run('doctor.ts', [], { env })).code).toBe(0);
    const asked = await run('doctor.ts', ['--network'], { env });
    expect([asked.code, asked.out]).toEqual([1, expect.stringContaining('2 problems.')]);
  });

  test('names stuck work and how to fix it', async () => {
    await ask(
      dataDir,
      `insert into changes_new (client_id, collection, row_id, marker, version, created_at)
      select gen_random_uuid(), 'contacts', '*', 'NEW', 1, now() - interval '1 hour'`,
    );
    await ask(
      dataDir,
      `insert into email_outbox (id, kind, recipient, subject, state, last_error, expires_at)
      values (gen_random_uuid(), 'test', 'a@example.com', 'x', 'failed', '550 no such user', now() + interval '1 hour')`,
    );
    const { code, out } = await run('doctor.ts', [], { env: { PUBLIC_URL: 'http://parley.example' } });
    expect(code).toBe(1);
    expect(out).toContain('PROBLEM  Emails: 1 couldn’t be sent (550 no such user)');
    expect(out).toContain('PROBLEM  Public address: http://parley.example is not encrypted');
  });

  test('names an invalid setting', async () => {
    const { code, out } = await run('doctor.ts', [], { env: { PORT: 'many' } });
    expect([code, out.trim().split('\n').length, out]).toEqual([1, 1, expect.stringContaining('PORT')]);
  });
});

test('npm run backup of a server that dies meanwhile says so, and leaves nothing', async () => {
  const file = join(folder, 'dying.parley');
  const dying = await run('backup.ts', [file], {
    onStart: () => {
      void eventually(() => existsSync(`${file}.partial`)).finally(() => server?.end('SIGKILL'));
    },
  });
  expect([dying.code, dying.out]).toEqual([1, expect.stringContaining('The database went away')]);
  expect(readdirSync(folder).filter((name) => name.startsWith('dying'))).toEqual([]);
  const missing = await run('backup.ts', [file]);
  expect([missing.code, missing.out]).toEqual([1, expect.stringContaining('Is the server running?')]);
});
