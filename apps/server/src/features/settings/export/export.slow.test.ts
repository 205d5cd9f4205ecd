import { execFileSync } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadSecrets } from '../../../platform/secrets.ts';
import { type AccessWorld, createAccessWorld } from '../../../testing/access-world.ts';
import { comparableRows, entriesOf, exportInto, importInto, rowsOf } from '../../../testing/account-export.ts';
import { givenKey, testFolder } from '../../../testing/backup.ts';
import { testDatabase } from '../../../testing/database.ts';
import { codeTo } from '../../../testing/emails.ts';
import { type EmptyDatabase, emptyDatabase } from '../../../testing/empty-database.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { png } from '../../../testing/media.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { until } from '../../../testing/world.ts';
import { exportedTables, numberedColumns } from './exported-tables-query.ts';

let server: TestServer;
let world: AccessWorld;
let folder: Awaited<ReturnType<typeof testFolder>>;
let target: EmptyDatabase;
let file: string;
let picture: Buffer;
beforeAll(async () => {
  server = await testServer();
  world = await createAccessWorld(server);
  folder = await testFolder();
  target = await emptyDatabase();
  picture = png(60, 40, 9);
  const uploaded = await call('POST', '/api/media', picture, { 'content-type': 'application/octet-stream' });
  expect(uploaded.statusCode).toBe(201);
  file = folder.path('account.tar.gz');
});
afterAll(async () => {
  await target.close();
  await folder.close();
  await server.close();
});

async function call(method: 'GET' | 'POST', url: string, payload?: Buffer | object, headers = {}) {
  return server.app.http.inject({
    ...{ method, url, payload },
    headers: { ...(await world.headersOf('Owner')), ...headers },
  });
}

describe('the list of exported tables', () => {
  test('has every table of accounts, exported or with a reason', async () => {
    const rows = await queryAsOwner<{ name: string }>(
      server.owner,
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not c.relispartition and c.relrowsecurity`,
    );
    const tables = [...rows.map(({ name }) => name), 'user_avatars'].sort();
    expect(Object.keys(exportedTables).sort()).toEqual(tables);
    for (const [name, rule] of Object.entries(exportedTables))
      if (typeof rule === 'string') expect(rule, name).not.toBe('');
  });

  test('exports no secret', async () => {
    const columns = await queryAsOwner<{ table: string; column: string }>(
      server.owner,
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and (column_name ~ '_enc$|secret|token_hash$|key_hash$|password|last4')`,
    );
    const exported = columns.filter(({ table, column }) => {
      const rule = exportedTables[table];
      return rule !== undefined && typeof rule !== 'string' && !(column in (rule.without ?? {}));
    });
    // The last characters of a key tell keys apart in the list.
    expect(exported).toEqual([{ table: 'api_keys', column: 'last4' }]);
  });

  test('names the sequences of rows of accounts', async () => {
    const rows = await queryAsOwner<{ name: string }>(
      server.owner,
      `select sequencename as name from pg_sequences where schemaname = 'public' and sequencename not in (
         select s.relname from pg_class s join pg_depend d on d.objid = s.oid and d.deptype = 'i' where s.relkind = 'S')`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(numberedColumns).sort());
  });
});

describe('an export', () => {
  test('is written by a job and can be downloaded', async () => {
    const begun = await call('POST', '/api/client/export');
    expect(begun.statusCode).toBe(202);
    await until(async () => (await call('GET', '/api/client/export')).json().file.state === 'done');
    const { file: ready } = (await call('GET', '/api/client/export')).json();
    const { url } = (await call('POST', '/api/client/export/link')).json();
    const get = (path: string) => server.app.http.inject({ method: 'GET', url: path });
    const download = await get(url);
    expect(download.headers['content-type']).toBe('application/gzip');
    expect(download.rawPayload.length).toBe(ready.size_bytes);
    for (const forged of [url.replace('s=', 's=A'), url.replace(/e=\d/, 'e=9'), url.split('?')[0]]) {
      expect((await get(forged)).statusCode).toBe(404);
    }
    await writeFile(file, download.rawPayload);

    const tag = String(download.headers.etag);
    const rest = async (path: string, headers: Record<string, string>) =>
      server.app.http.inject({ method: 'GET', url: path, headers: { range: 'bytes=1000-', ...headers } });
    const resumed = await rest(url, { 'if-range': tag });
    expect(resumed.statusCode).toBe(206);
    expect(resumed.headers['content-range']).toBe(`bytes 1000-${ready.size_bytes - 1}/${ready.size_bytes}`);
    expect(resumed.rawPayload).toEqual(download.rawPayload.subarray(1000));
    expect((await rest(url, { 'if-range': '"another"' })).statusCode).toBe(200);
    expect((await get(url.replace(/s=.*/, 's='))).statusCode).toBe(404);
  });

  test('can be resumed for a day by who began in time, and by nobody else', async () => {
    const { url } = (await call('POST', '/api/client/export/link')).json();
    const tag = String((await server.app.http.inject({ method: 'GET', url })).headers.etag);
    const later = (hours: number, ifRange: string) => {
      vi.setSystemTime(Date.now() + hours * 3_600_000);
      return server.app.http
        .inject({ method: 'GET', url, headers: { range: 'bytes=9-', 'if-range': ifRange } })
        .finally(() => vi.setSystemTime(vi.getRealSystemTime()));
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      expect((await later(20, tag)).statusCode).toBe(206);
      expect((await later(20, '"guessed"')).statusCode).toBe(404);
      expect((await later(26, tag)).statusCode).toBe(404);
    } finally {
      vi.useRealTimers();
    }
  });

  test('has rows, contacts for a spreadsheet, files and checksums', async () => {
    const entries = await entriesOf(file);
    expect(rowsOf(entries, 'messages')).toMatchObject([{ content: { body: 'Hello' } }]);
    expect(entries.get('contacts.csv')?.toString()).toContain('+15550100002,Otto,');
    const [media] = rowsOf(entries, 'media_files');
    expect(entries.get(`media/${media?.['id']}.png`)).toEqual(picture);
    const sums = entries.get('SHA256SUMS')?.toString() ?? '';
    const messages = entries.get('data/messages.jsonl') ?? Buffer.alloc(0);
    expect(sums).toContain(`${createHash('sha256').update(messages).digest('hex')}  data/messages.jsonl\n`);
  });

  test('is read by other programs', () => {
    execFileSync('tar', ['xzf', file, '-C', folder.path('')]);
    const checked = execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder.path('') });
    expect(checked.toString()).toBe('');
  });

  test('has no row of another account', async () => {
    const entries = await entriesOf(file);
    const foreign = await queryAsOwner<{ id: string }>(server.owner, 'select id from clients where id <> $1', [
      world.clientId,
    ]);
    expect(foreign.length).toBeGreaterThan(0);
    for (const [name, content] of entries) {
      for (const { id } of foreign) expect(content.includes(id), name).toBe(false);
    }
    expect(rowsOf(entries, 'client_users').map(({ client_id: id }) => id)).toEqual(
      expect.arrayContaining([world.clientId]),
    );
  });
});

describe('an import', () => {
  const order = () => ({ dataDir: folder.path('data'), databaseUrl: target.url, secretKey: givenKey });

  test('refuses a damaged file and changes nothing', async () => {
    const damaged = folder.path('damaged.tar.gz');
    const bytes = await readFile(file);
    await writeFile(damaged, bytes.subarray(0, bytes.length - 2_000));
    await expect(importInto(damaged, order())).rejects.toThrow('The file is damaged or not whole');
    await writeFile(damaged, Buffer.from('PK not an archive of ours'));
    await expect(importInto(damaged, order())).rejects.toThrow('not an export of an account');
    // Of a whole file every changed byte is noticed, wherever it is.
    const places = [...Array(64).keys(), ...Array.from({ length: 200 }, () => randomInt(bytes.length))];
    for (const at of [...places, ...places.slice(0, 64).map((before) => bytes.length - 1 - before)]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << randomInt(8));
      await writeFile(damaged, changed);
      await expect(entriesOf(damaged), `byte ${at}`).rejects.toThrow(/damaged|not an export/);
    }
    const tables = await queryAsOwner(target.owner, `select from pg_tables where schemaname = 'public'`);
    expect(tables).toEqual([]);
  });

  test('into an empty installation compares equal when it is exported again', async () => {
    const report = await importInto(file, order());
    expect(report).toMatchObject({ account: { id: world.clientId }, files: 1 });
    const again = folder.path('again.tar.gz');
    await target.owner.end(); // A database cannot be copied while it has connections.
    const copy = await testDatabase({ templateUrl: target.url, env: { DATA_DIR: folder.path('data') } });
    try {
      await exportInto(copy.platform, world.clientId, again);
      const [before, after] = [await entriesOf(file), await entriesOf(again)];
      expect(comparableRows(after)).toEqual(comparableRows(before));
      const filesOf = (entries: Map<string, Buffer>) =>
        [...entries].filter(([name]) => /^(media|thumbnails|contacts)/.test(name));
      expect(filesOf(after)).toEqual(filesOf(before));
      expect(await queryAsOwner(copy.owner, 'select state from channels')).toEqual(
        expect.arrayContaining([{ state: 'PAUSED' }]),
      );
    } finally {
      await copy.close();
    }
  });

  test('lets members sign in by their email address; their channels wait for credentials', async () => {
    const secrets = await loadSecrets(folder.path('data'), givenKey);
    const other = await testServer({ templateUrl: target.url, secrets });
    try {
      const [owner] = await queryAsOwner<{ email: string }>(
        other.owner,
        `select email from client_users where role = 'Owner'`,
      );
      const post = (url: string, payload: object) => other.app.http.inject({ method: 'POST', url, payload });
      const { handle } = (await post('/api/auth/send-code', { email: owner?.email })).json();
      const code = await codeTo(other, owner?.email ?? '');
      const signedIn = await post('/api/auth/sign-in-code', { handle, code });
      expect(signedIn.statusCode).toBe(200);
      const headers = { authorization: `Bearer ${signedIn.json().id_token}` };
      const channels = await other.app.http.inject({ method: 'GET', url: '/api/channels', headers });
      expect(channels.json()).toMatchObject({
        data: [{ state: 'PAUSED', state_reason: 'Imported: enter the credentials of this number' }],
      });
    } finally {
      await other.close();
    }
  });

  test('refuses an installation that has an account', async () => {
    await expect(importInto(file, order())).rejects.toThrow('has an account or a user already');
  });
});
