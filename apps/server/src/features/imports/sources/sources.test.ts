import type { ImportSource, ImportSourceRun, SourcePreview } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretsFrom } from '../../../platform/secrets.ts';
import { type FileServer, startFileServer } from '../../../testing/file-server.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import type { SourceRow } from './source-repo.ts';
import { openHeader, resealImportSources } from './source-secrets.ts';
import { startDueRuns } from './start-due.ts';

let world: World;
let files: FileServer;
beforeAll(async () => {
  files = await startFileServer();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: files.host } });
});
afterAll(async () => {
  await world.close();
  await files.close();
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
let paths = 0;
let numbers = 0;
const freshNumber = () => `+4477009${String(++numbers).padStart(5, '0')}`;
const hours = { every: 'hours', hours: 24 };
const mapping = [
  { column: 'Phone', target: 'phone' },
  { column: 'Name', target: 'name' },
];

/** A source of a file that is served as CSV. */
async function create(body: string, more: object = {}): Promise<ImportSource & { path: string }> {
  const path = `/people-${++paths}.csv`;
  files.files.set(path, { body });
  const source = { name: 'Shop', url: files.url(path), mapping, rules: {}, schedule: hours, ...more };
  const made = await world.api('POST /api/import-sources', { body: source } as never);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { ...made.body, path };
}
const get = async (id: string) => (await world.api('GET /api/import-sources/{id}', { params: { id } })).body;
const change = (id: string, body: object) =>
  world.api('PUT /api/import-sources/{id}', { params: { id }, body } as never);
const runs = async (id: string): Promise<ImportSourceRun[]> =>
  (await world.api('GET /api/import-sources/{id}/runs', { params: { id } } as never)).body.data;
const settled = (id: string) =>
  until(async () => {
    const [run] = await runs(id);
    return run === undefined || run.ended_at === null ? null : run;
  });
async function run(id: string): Promise<ImportSourceRun> {
  expect((await world.api('POST /api/import-sources/{id}/run', { params: { id }, body: {} })).status).toBe(202);
  return settled(id);
}
const named = async (phone: string) => {
  const [row] = await sql<{ name: string }>(
    'select name from contacts where client_id = $1 and phone_number = $2 and deleted_at is null',
    [world.clientId, phone.slice(1)],
  );
  return row?.name;
};

describe('a preview', () => {
  const preview = (body: object) => world.api('POST /api/import-sources/preview', { body } as never);

  it('has the columns with what they may be, and the first rows', async () => {
    files.files.set('/preview.csv', { body: 'Mobile;Full name;Town\n+447700900111;Vera;York\n;;\n' });
    const { body } = await preview({ url: files.url('/preview.csv') });
    const { columns, rows, problem } = body as SourcePreview;
    expect(problem).toBeNull();
    expect(columns.map(({ suggestion }) => suggestion.target)).toEqual(['phone', 'name', 'field']);
    expect(rows).toEqual([['+447700900111', 'Vera', 'York']]);
  });

  it('says what is wrong with a file, and refuses addresses that must not be called', async () => {
    files.files.set('/page', { body: '<html></html>', headers: { 'content-type': 'text/html' } });
    expect((await preview({ url: files.url('/page') })).body).toMatchObject({ problem: { code: 'html' }, rows: [] });
    for (const url of ['https://10.0.0.1/a.csv', 'http://127.0.0.1:1/a.csv', 'http://files.invalid/a.csv', 'people']) {
      expect((await preview({ url })).status, url).toBe(422);
    }
    const { status } = await world.api('POST /api/import-sources', {
      body: { name: 'Shop', url: 'https://192.168.0.1/a.csv', mapping, rules: {}, schedule: hours },
    } as never);
    expect(status).toBe(422);
  });
});

describe('a run', () => {
  it('imports by the names of columns, and nothing of a file that did not change', async () => {
    const [one, other] = [freshNumber(), freshNumber()];
    const source = await create(`Phone,Name\n${one},Vera\n${other},Jonas\nnobody,Nora\n`);
    const first = await run(source.id);
    expect(first).toMatchObject({ state: 'done', problem: null, cause: 'manual' });
    expect(first.import).toMatchObject({ state: 'done', added: 2, updated: 0, rejected: 1 });
    expect(await named(one)).toBe('Vera');
    expect(await run(source.id)).toMatchObject({ state: 'unchanged', import: null });

    files.files.set(source.path, { body: `Town,Name,Phone\nYork,Vera Lind,${one}\n` });
    expect(await run(source.id)).toMatchObject({ state: 'done', import: { updated: 1 } });
    expect(await named(one)).toBe('Vera Lind');
    expect(await get(source.id)).toMatchObject({ last_24h: { imported: 2, unchanged: 1, failed: 0 } });

    const { id } = first.import ?? { id: '' };
    expect((await world.api('POST /api/imports/{id}/undo', { params: { id } } as never)).status).toBe(200);
    await until(async () => (await named(other)) === undefined);
  });

  it('asks whether the file changed, sends the access header, and never returns its value', async () => {
    const source = await create('', { header: { name: 'X-Key', value: 'secret-of-the-shop' } });
    files.files.set(source.path, { body: `Phone\n${freshNumber()}\n`, headers: { etag: '"1"' } });
    expect(source.header_name).toBe('X-Key');
    await change(source.id, { mapping: [{ column: 'Phone', target: 'phone' }] });
    expect((await run(source.id)).state).toBe('done');
    expect((await run(source.id)).state).toBe('unchanged');
    const [, second] = files.asked(source.path);
    expect(second).toMatchObject({ 'x-key': 'secret-of-the-shop', 'if-none-match': '"1"' });
    expect(JSON.stringify(await get(source.id))).not.toContain('secret-of-the-shop');
    const audit = await sql('select detail::text from audit_events where client_id = $1', [world.clientId]);
    expect(JSON.stringify(audit)).not.toContain('secret-of-the-shop');
    // Other columns make another import of the same file.
    await change(source.id, { rules: { conflict: 'keep' } });
    expect((await run(source.id)).state).toBe('done');
  });

  it('does not send the stored value to another server', async () => {
    const source = await create('', { header: { name: 'X-Key', value: 'secret' } });
    const url = 'https://other.invalid/people.csv';
    const preview = { url, source_id: source.id, header: { name: 'X-Key' } };
    expect((await world.api('POST /api/import-sources/preview', { body: preview } as never)).status).toBe(422);
    expect((await change(source.id, { url })).status).toBe(422);
    expect((await change(source.id, { url, header: null })).body).toMatchObject({ url, header_name: null });
  });

  it('has its header sealed again after a change of the installation’s key', async () => {
    const { id } = await create('', { header: { name: 'X-Key', value: 'secret' } });
    const next = secretsFrom(Buffer.alloc(32, 7), []);
    const { open } = world.server.platform.secrets;
    const both = { ...next, open, isSealedBefore: (sealed: Buffer) => next.isSealedBefore(sealed) };
    expect(await resealImportSources({ ...world.server.platform, secrets: both })).toBeGreaterThan(0);
    const [row] = await sql<SourceRow>('select * from import_sources where id = $1', [id]);
    expect(row && openHeader({ secrets: next }, row)).toEqual({ name: 'X-Key', value: 'secret' });
    await sql('delete from import_sources where client_id = $1 and header_name is not null', [world.clientId]);
  });
});

describe('a due time', () => {
  const inADay = () => new Date(Date.now() + 24.5 * 3_600_000);

  it('has one run, whichever process comes first, and times that passed are not repeated', async () => {
    const source = await create(`Phone,Name\n${freshNumber()},Vera\n`);
    const { platform } = world.server;
    await Promise.all(Array.from({ length: 4 }, () => startDueRuns(platform, inADay())));
    expect(await settled(source.id)).toMatchObject({ cause: 'schedule', state: 'done', due_at: source.next_at });
    expect(await runs(source.id)).toHaveLength(1);
    const next = Date.parse((await get(source.id)).next_at ?? '');
    expect(next - Date.parse(source.next_at ?? '')).toBe(24 * 3_600_000);
    await startDueRuns(platform, new Date(next + 10 * 24 * 3_600_000));
    await settled(source.id);
    expect(await runs(source.id)).toHaveLength(2);
  });

  it('is skipped while the run before is in progress', async () => {
    const source = await create('');
    files.files.set(source.path, { stops: 'header' });
    const started = await world.api('POST /api/import-sources/{id}/run', { params: { id: source.id }, body: {} });
    expect(started.status).toBe(202);
    const again = await world.api('POST /api/import-sources/{id}/run', { params: { id: source.id }, body: {} });
    expect(again.status).toBe(409);
    await startDueRuns(world.server.platform, inADay());
    const states = (await runs(source.id)).map(({ state }) => state);
    expect(states[0]).toBe('skipped');
    expect(['waiting', 'fetching']).toContain(states[1]);
    await world.api('DELETE /api/import-sources/{id}', { params: { id: source.id } });
  });

  it('is on the clock of the account, which may change', async () => {
    const source = await create('', { schedule: { every: 'day', at: '08:00' } });
    const clock = (at: string | null, timeZone: string) =>
      new Date(at ?? '').toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
    expect(clock(source.next_at, 'Europe/London')).toBe('08:00');
    const account = (time_zone: string) => world.api('PUT /api/client', { body: { time_zone } } as never);
    expect((await account('Asia/Tokyo')).status).toBe(200);
    await startDueRuns(world.server.platform, new Date());
    expect(clock((await get(source.id)).next_at, 'Asia/Tokyo')).toBe('08:00');
    await account('Europe/London');
  });
});

describe('a run that fails', () => {
  it('says why, and the fifth in a row pauses the source and tells the Owners', async () => {
    const source = await create('Telephone,Name\n+447700900111,Vera\n');
    const missing = await run(source.id);
    expect(missing).toMatchObject({ state: 'failed', problem: { code: 'missing_column' } });
    expect(missing.problem?.message).toContain('“Phone”');
    files.files.set(source.path, { status: 503 });
    for (const failures of [2, 3, 4]) {
      expect(await run(source.id)).toMatchObject({ state: 'failed', problem: { code: 'http' } });
      expect(await get(source.id)).toMatchObject({ failures, state: 'active' });
    }
    await run(source.id);
    expect(await get(source.id)).toMatchObject({ state: 'paused', pause_reason: 'failing', next_at: null });
    await until(async () => {
      const emails = await sql("select from email_outbox where kind = 'imports.source_paused'");
      return emails.length === 1;
    });
    const audited =
      "select from audit_events where client_id = $1 and action = 'imports.source_paused' and target = $2";
    expect(await sql(audited, [world.clientId, source.id])).toHaveLength(1);

    files.files.set(source.path, { body: `Phone,Name\n${freshNumber()},Vera\n` });
    expect((await run(source.id)).state).toBe('done');
    const resumed = await change(source.id, { state: 'active' });
    expect(resumed.body).toMatchObject({ state: 'active', failures: 0, pause_reason: null });
  });

  it('names a list that was deleted', async () => {
    const list = (await world.api('POST /api/contact-lists', { body: { name: 'Shop' } })).body;
    const source = await create(`Phone,Name\n${freshNumber()},Vera\n`, { rules: { contact_list_ids: [list.id] } });
    await world.api('DELETE /api/contact-lists/{id}', { params: { id: list.id } } as never);
    expect(await run(source.id)).toMatchObject({ problem: { code: 'list_missing' }, import: { state: 'cancelled' } });
  });
});

it('a source that is removed leaves its contacts and imports', async () => {
  const phone = freshNumber();
  const source = await create(`Phone,Name\n${phone},Vera\n`);
  const done = await run(source.id);
  const removed = await world.api('DELETE /api/import-sources/{id}', { params: { id: source.id } });
  expect(removed.status).toBe(204);
  expect(await named(phone)).toBe('Vera');
  const { id } = done.import ?? { id: '' };
  expect((await world.api('GET /api/imports/{id}', { params: { id } } as never)).status).toBe(200);
  expect((await world.api('GET /api/import-sources/{id}', { params: { id: source.id } })).status).toBe(404);
});
