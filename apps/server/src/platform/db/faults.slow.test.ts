import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fixtureIds, textFromCustomer } from '@parley/whatsapp-fixtures';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUp, testFolder } from '../../testing/backup.ts';
import { customerWrites, queryAsOwner, textBody } from '../../testing/inbox.ts';
import { type OwnPostgres, ownPostgres } from '../../testing/own-postgres.ts';
import { signInSyncConnection } from '../../testing/sync-connection.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';
import { findDamagedTables } from '../doctor/doctor-repo.ts';
import { findServerProcesses } from '../postgres/server-processes.ts';

let postgres: OwnPostgres;
let world: World;
beforeAll(async () => {
  postgres = await ownPostgres({ max_connections: '60' });
  world = await testWorld({ templateUrl: postgres.templateUrl });
});
afterAll(async () => {
  await world.close();
  await postgres.close();
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);

type Ready = { error?: { code: string; message: string; reason?: string } };
async function readiness(): Promise<{ status: number; body: Ready }> {
  const answer = await fetch(`${world.server.url}/readyz`);
  return { status: answer.status, body: (await answer.json()) as Ready };
}

const textOf = (body: string) =>
  textFromCustomer({ id: freshWamid(), from: fixtureIds.customerPhone, body, name: 'Ada', timestampS: nowS() });

/** Waits until `/readyz` gives this reason. @returns the error */
function untilRed(reason: string): Promise<{ message: string }> {
  return until(async () => {
    const { status, body } = await readiness();
    return status === 503 && body.error?.reason === reason ? body.error : null;
  });
}

/** Every insert into a table fails like one on a full disk. */
async function fillDisk(table: string): Promise<void> {
  await sql(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await sql(`create trigger no_room before insert on ${table} for each statement execute function no_room()`);
}
async function makeRoom(table: string): Promise<void> {
  await sql(`drop trigger no_room on ${table}`);
  await sql('drop function no_room()');
}

describe('while the disk of the database is full', () => {
  test('webhooks are refused without a connection being left behind by any of them', async () => {
    await customerWrites(world);
    const connections = async () =>
      (
        await sql<{ n: number }>('select count(*)::int as n from pg_stat_activity where datname = current_database()')
      )[0]?.n ?? 0;
    await fillDisk('webhook_events');
    await sql(
      `create trigger no_room_either before insert on ingest_partitions for each statement execute function no_room()`,
    );
    const before = await connections();
    for (let n = 0; n < 40; n++) {
      expect(await world.deliver(textOf('hi'))).toBe(503);
    }
    expect(await connections()).toBeLessThanOrEqual(before + 4);
    await sql('drop trigger no_room_either on ingest_partitions');
    await makeRoom('webhook_events');
  });

  test('a send is refused with the reason, and /readyz gives it too, until there is room again', async () => {
    const thread = await customerWrites(world);
    await fillDisk('messages');
    const refused = await world.api('POST /api/messages', { body: textBody(thread, 'no room') });
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ error: { code: 'unavailable', reason: 'disk_full' } });
    const red = await untilRed('disk_full');
    expect(red.message).toContain('No space left on device');
    await makeRoom('messages');
    const sent = await world.api('POST /api/messages', { body: textBody(thread, 'room') });
    expect(sent.status).toBe(201);
    await until(async () => (await readiness()).status === 200);
  });
});

describe('while PostgreSQL hangs', () => {
  async function hang(check: () => Promise<void>): Promise<void> {
    const [place] = await sql<{ dir: string }>(`select current_setting('data_directory') as dir`);
    const pids = findServerProcesses(place?.dir ?? '').map(({ pid }) => pid);
    expect(pids.length).toBeGreaterThan(3);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      await check();
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
  }
  /** The limit of a scraper and of a person is a second; a wait for a connection takes ten. */
  const soon = () => ({ signal: AbortSignal.timeout(5_000) });

  test('calls, deliveries, /readyz and /metrics say so instead of waiting, and serve again when it goes on', async () => {
    const { url } = world.server;
    const call = { headers: { authorization: `Bearer ${world.token}` } };
    await hang(async () => {
      const answers = await Promise.all([
        fetch(`${url}/api/threads`, { ...call, ...soon() }),
        fetch(`${url}/api/threads`, { ...call, ...soon() }),
      ]);
      for (const answer of [...answers, await fetch(`${url}/api/threads`, { ...call, ...soon() })]) {
        expect(answer.status, answer.url).toBe(503);
        expect(await answer.json()).toMatchObject({ error: { code: 'unavailable', reason: 'database_silent' } });
      }
      expect(await world.deliver(textOf('refused'))).toBe(503);
      // Its answer of a moment ago may be shared.
      await untilRed('database_silent');
      const figures = await (await fetch(`${url}/metrics`, soon())).text();
      expect(figures).toMatch(/^parley_database_up 0$/m);
      expect(figures).toMatch(/^parley_problem{problem="database_silent"} 1$/m);
    });
    await until(async () => (await fetch(`${url}/api/threads`, call)).status === 200);
    await until(async () => (await readiness()).body.error?.reason !== 'database_silent');
    await until(async () => /^parley_database_up 1$/m.test(await (await fetch(`${url}/metrics`)).text()));
  });

  test('those who only watch are told, and again when it goes on', async () => {
    const live = await signInSyncConnection(world.server.url, world.token);
    // Of what a poll learns, the next one decides.
    const { cursor } = (await world.api('GET /api/sync/poll')).body;
    const poll = world.api('GET /api/sync/poll', { query: { cursor, timeout: 30 } });
    await hang(async () => {
      const began = performance.now();
      await live.next('database', ({ answers }) => !answers);
      expect(performance.now() - began).toBeLessThan(15_000);
      expect((await poll).status).toBe(503);
    });
    await live.next('database', ({ answers }) => answers);
    const sent = await world.api('POST /api/messages', { body: textBody(await customerWrites(world), 'goes on') });
    await live.next('changes', (frame) => frame.changes.some(({ id }) => id === sent.body.id));
    live.close();
  });

  test('a call that waits for a lock of another is not taken for one that the database does not answer', async () => {
    const thread = await customerWrites(world);
    await sql('begin');
    await sql('lock table messages in access exclusive mode');
    const sent = world.api('POST /api/messages', { body: textBody(thread, 'waits') });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await sql('commit');
    expect((await sent).status).toBe(201);
  });
});

// Last: the feed reads this table with every contact, and its file does not come back.
test('a table whose file is gone is reported as damage, by name', async () => {
  const [place] = await sql<{ path: string; dir: string }>(
    `select pg_relation_filepath('contact_lists') as path, current_setting('data_directory') as dir`,
  );
  await sql('checkpoint');
  // Sessions keep the file open: a new one finds that it is gone.
  await rm(join(place?.dir ?? '', place?.path ?? ''));
  await sql(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const answer = await until(async () => {
    const got = await world.api('GET /api/contact-lists').catch(() => null);
    return got?.status === 503 && JSON.stringify(got.body).includes('storage_damaged') ? got : null;
  });
  expect(JSON.stringify(answer.body)).not.toContain('busy starting');
  const red = await untilRed('storage_damaged');
  expect(red.message).toContain('could not open file');
  const owner = new pg.Client({ connectionString: world.server.ownerUrl });
  await owner.connect();
  try {
    expect((await findDamagedTables(owner)).map(({ name }) => name)).toEqual(['contact_lists']);
  } finally {
    await owner.end();
  }
  const folder = await testFolder();
  await expect(backUp(world.server, folder.path('damaged.parley'))).rejects.toThrow(
    /table public.contact_lists is damaged/,
  );
  await folder.close();
});
