import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { enqueueEmail } from '../mail/outbox.ts';
import { loadSecrets } from '../secrets.ts';

const project = join(import.meta.dirname, '..', '..', '..', '..', '..');
const secretKey = 'a secret key of at least thirty-two characters';
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parley-operator-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

function run(
  script: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [join(project, 'scripts', script), ...args], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      DATABASE_URL: database.ownerUrl,
      SECRET_KEY: secretKey,
      ...env,
    },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    // Not on exit: output may still be in transit then.
    child.on('close', (code) => resolve({ code, out }));
  });
}

it('the commands read secrets from files, as the server does', async () => {
  const files = { SECRET_KEY: secretKey, DATABASE_URL: database.ownerUrl };
  const env: Record<string, string> = {};
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), `${text}\n`);
    Object.assign(env, { [name]: '', [`${name}_FILE`]: join(folder, name) });
  }
  expect((await run('mail.ts', [], env)).code).toBe(0);
  const missing = await run('mail.ts', [], { ...env, SECRET_KEY_FILE: join(folder, 'none') });
  expect([missing.code, missing.out]).toEqual([1, expect.stringMatching(/^SECRET_KEY_FILE: .* does not exist\n$/)]);
});

describe('npm run mail', () => {
  it('shows waiting emails with their content, and sent ones only with the recipient', async () => {
    const secrets = await loadSecrets(folder, secretKey);
    const emailTo = (to: string) => ({ kind: 'test', to, subject: `For ${to}`, lines: ['Your code:'], code: '493817' });
    const put = (to: string) =>
      database.platform.db.system.transaction('mail', (tx) => enqueueEmail(tx, { secrets }, emailTo(to), 600));
    await put('otto@example.com');
    const sent = await put('anna@example.com');
    await database.owner.query(`update email_outbox set state = 'sent', body_enc = null where id = $1`, [sent]);
    const { code, out } = await run('mail.ts', []);
    expect([code, out]).toEqual([0, expect.stringContaining('To: otto@example.com\nSubject: For otto@example.com')]);
    expect(out.split('493817')).toHaveLength(2);
    expect(out).toContain('sent\nTo: anna@example.com');
  });

  it('reports a missing installation or another key', async () => {
    const missing = await run('mail.ts', [], { DATA_DIR: join(folder, 'nothing'), SECRET_KEY: '' });
    expect([missing.code, missing.out]).toEqual([1, expect.stringContaining('holds no installation')]);
    const unreachable = await run('mail.ts', [], { DATABASE_URL: 'postgresql://127.0.0.1:9/x' });
    expect([unreachable.code, unreachable.out]).toEqual([1, expect.stringContaining('Is the server running?')]);
    expect(missing.out + unreachable.out).not.toContain('    at ');
  });
});

describe('npm run sign-in-provider', () => {
  it('lists the accounts that require a provider and ends the rule of one, in its audit log', async () => {
    const none = await run('sign-in-provider.ts', ['list']);
    expect([none.code, none.out]).toEqual([0, 'No account requires an identity provider.\n']);
    const id = await createAccount(database.owner, await createUser(database.owner));
    await database.owner.query(`update clients set sign_in_provider = 'firm' where id = $1`, [id]);
    expect((await run('sign-in-provider.ts', ['list'])).out).toBe(`${id}  firm  Muster Ltd\n`);
    const lifted = await run('sign-in-provider.ts', ['lift', id]);
    expect([lifted.code, lifted.out]).toEqual([0, 'Members of Muster Ltd can sign in with any method again.\n']);
    const { rows } = await database.owner.query(`select detail from audit_events where client_id = $1`, [id]);
    expect(rows).toEqual([{ detail: { changes: [{ field: 'sign_in_provider', from: 'firm', to: null }] } }]);
    for (const args of [['lift', id], ['lift', 'x'], ['lift'], []]) {
      const { code, out } = await run('sign-in-provider.ts', args);
      expect([code, out.trim().split('\n').length]).toEqual([1, 1]);
    }
  });
});

describe('npm run sign-in-keys', () => {
  it('adds, lists and revokes public keys, and stores nothing private', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const file = join(folder, 'key.pem');
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const added = await run('sign-in-keys.ts', ['add', 'shop', file]);
    const kid = /"kid": "([\w-]+)"/.exec(added.out)?.[1] ?? '';
    expect([added.code, kid]).toEqual([0, expect.stringMatching(/^[\w-]{43}$/)]);
    const { rows } = await database.owner.query('select alg, public_jwk from custom_token_keys');
    expect(rows).toEqual([{ alg: 'ES256', public_jwk: publicKey.export({ format: 'jwk' }) }]);
    expect((await run('sign-in-keys.ts', ['list'])).out).toContain(`${kid}  ES256  shop`);
    expect((await run('sign-in-keys.ts', ['revoke', kid])).code).toBe(0);
    expect((await run('sign-in-keys.ts', ['revoke', kid])).code).toBe(1);
  });

  it.each([[[]], [['add', 'shop']], [['add', 'Shop!', 'x']], [['add', 'shop', '/nowhere/key.pem']], [['revoke', 'x']]])(
    'with %j reports the error in one line',
    async (args) => {
      const { code, out } = await run('sign-in-keys.ts', args);
      expect(code).toBe(1);
      expect(out.trim().split('\n')).toHaveLength(1);
    },
  );
});
