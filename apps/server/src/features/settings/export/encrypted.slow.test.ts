import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { Decrypter } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesOf, importInto, rowsOf } from '../../../testing/account-export.ts';
import { givenKey, testFolder } from '../../../testing/backup.ts';
import { type EmptyDatabase, emptyDatabase } from '../../../testing/empty-database.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

const password = 'five gears and a bell';
let world: World;
let folder: Awaited<ReturnType<typeof testFolder>>;
let target: EmptyDatabase;
let file: string;
beforeAll(async () => {
  world = await testWorld();
  folder = await testFolder();
  target = await emptyDatabase();
  file = folder.path('account.tar.gz.age');
});
afterAll(async () => {
  await target.close();
  await folder.close();
  await world.close();
});

const newest = async () => (await world.api('GET /api/client/export')).body.file;

test('a short password is refused, and nothing is started', async () => {
  const refused = await world.api('POST /api/client/export', { body: { password: 'too short' } });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    error: { data: [{ field: 'password', msg: 'Use at least 12 characters.' }] },
  });
  expect(await newest()).toBeNull();
});

test('a password makes the file unreadable without it, and is gone from the database when it is written', async () => {
  expect((await world.api('POST /api/client/export', { body: { password } })).body.encrypted).toBe(true);
  const plain = await world.api('POST /api/client/export', { body: { password: 'another phrase' } });
  expect([plain.status, plain.body]).toMatchObject([422, { error: { data: [{ field: 'password' }] } }]);
  await until(async () => (await newest())?.state === 'done', 60_000);
  const [row] = await queryAsOwner(world.server.owner, 'select password_enc from account_exports');
  expect(row).toEqual({ password_enc: null });
  const texts = await queryAsOwner<{ text: string }>(world.server.owner, 'select a::text as text from audit_events a');
  expect(texts.length).toBeGreaterThan(0);
  for (const { text } of texts) expect(text).not.toContain(password);

  const { url } = (await world.api('POST /api/client/export/link')).body;
  const answer = await fetch(`${world.server.url}${url}`);
  expect(answer.headers.get('content-disposition')).toMatch(/parley-[\d-]+\.tar\.gz\.age"$/);
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  expect((await readFile(file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  await expect(entriesOf(file)).rejects.toThrow('This file is encrypted. Set EXPORT_PASSWORD');
  await expect(entriesOf(file, 'five gears and no bell')).rejects.toThrow('cannot be decrypted');
  expect(rowsOf(await entriesOf(file, password), 'clients')).toMatchObject([{ id: world.clientId }]);
  const incoming = await readdir(`${world.server.platform.config.dataDir}/media/incoming`);
  expect(incoming).toEqual([]);
});

test('any other program that knows the age format opens it', async () => {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(password);
  await writeFile(folder.path('plain.tar.gz'), await decrypter.decrypt(await readFile(file)));
  expect(execFileSync('tar', ['tzf', folder.path('plain.tar.gz')]).toString()).toContain('index.html');
});

test('every changed byte of an encrypted file is noticed', async () => {
  const bytes = await readFile(file);
  const damaged = folder.path('damaged.age');
  const places = [
    0,
    21,
    30,
    60,
    100,
    150,
    bytes.length - 1,
    ...Array.from({ length: 6 }, () => randomInt(bytes.length)),
  ];
  for (const at of places) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(damaged, changed);
    await expect(entriesOf(damaged, password), `byte ${at}`).rejects.toThrow(
      /damaged|not an export|cannot be decrypted/,
    );
  }
});

test('is imported with its password', async () => {
  const order = { dataDir: folder.path('data'), databaseUrl: target.url, secretKey: givenKey };
  await expect(importInto(file, order)).rejects.toThrow('Set EXPORT_PASSWORD');
  expect(await importInto(file, order, password)).toMatchObject({ account: { id: world.clientId } });
});

test('one that is cancelled leaves nothing, and an earlier file stays', async () => {
  const before = await newest();
  const { owner } = world.server;
  await owner.query('begin');
  await owner.query('lock table sandbox_scenarios in access exclusive mode');
  expect((await world.api('POST /api/client/export', { body: { password } })).status).toBe(202);
  await until(async () => (await newest())?.state === 'running');
  const cancelled = await world.api('POST /api/client/export/cancel');
  expect(cancelled.body.file).toEqual(before);
  await owner.query('commit');
  const left = 'select state, password_enc from account_exports order by created_at';
  await until(
    async () =>
      (await queryAsOwner(owner, "select from jobs where kind = 'settings.export' and state in ('waiting', 'running')"))
        .length === 0,
  );
  expect(await queryAsOwner(owner, left)).toEqual([
    { state: 'done', password_enc: null },
    { state: 'failed', password_enc: null },
  ]);
  expect(await newest()).toEqual(before);
});
