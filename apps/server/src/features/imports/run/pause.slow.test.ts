// @module-tag data
import type { ContactImport } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Imports, importsOf } from '../../../testing/imports.ts';
import { queryAsOwner, untilBlocked } from '../../../testing/inbox.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';
import { until } from '../../../testing/world.ts';
import { deleteOldImportRows } from '../import-repo.ts';

let server: TestServer;
let team: Team;
let imports: Imports;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  imports = await importsOf(server, team);
});
afterAll(() => server.close());

const call = <B = Record<string, unknown>>(method: string, path: string, payload?: object) =>
  team.call<B>(team.owner, method, path, payload);

const rows = 20_000;
const number = (first: number, n: number) => `4477${first + n}`;
const file = (first: number) =>
  `Phone,Name\n${Array.from({ length: rows }, (_none, n) => `${number(first, n)},Person ${n}`).join('\n')}\n`;

/** Another transaction has locked a contact of one of the current rows: the import waits there until it is released. */
async function holding(phone: string, work: () => Promise<void>): Promise<void> {
  await call('POST', '/contacts', { phone_number: phone });
  await queryAsOwner(server.owner, 'begin');
  try {
    await queryAsOwner(server.owner, 'select from contacts where phone_number = $1 for update', [phone]);
    await work();
  } finally {
    await queryAsOwner(server.owner, 'commit');
  }
}

describe('a running import', () => {
  test('shows its progress, speed and remaining time, pauses and resumes where it was', async () => {
    const { id } = await imports.check(file(50_000_000));
    let pausing: Promise<{ status: number; body: ContactImport }> | undefined;
    await holding(number(50_000_000, 2_500), async () => {
      await call('POST', `/imports/${id}/start`);
      await untilBlocked(server.owner);
      const row = await until(async () => {
        const now = await imports.get(id);
        return now.rows_per_s === null ? null : now;
      });
      expect(row).toMatchObject({ state: 'running', rows, done: 2_000 });
      expect(row.rows_per_s).toBeGreaterThan(0);
      expect(row.rows_per_s).toBeLessThanOrEqual(2_000);
      expect(row.remaining_s).toBeGreaterThanOrEqual(9);
      // It takes effect behind the page that is being written.
      pausing = call<ContactImport>('POST', `/imports/${id}/pause`);
    });
    const paused = await pausing;
    expect(paused).toMatchObject({ status: 200, body: { state: 'paused', rows_per_s: null, remaining_s: null } });
    const stood = paused?.body.done ?? 0;
    expect(stood % 1_000).toBe(0);
    expect(stood).toBeLessThan(rows);
    const names = await queryAsOwner(server.owner, 'select from contacts where phone_number like $1', ['44775%']);
    expect(names.length).toBe(stood + (stood > 2_500 ? 0 : 1));
    expect(await imports.get(id)).toMatchObject({ state: 'paused', done: stood });
    expect((await call<ContactImport>('POST', `/imports/${id}/resume`)).body).toMatchObject({ state: 'running' });
    expect(await imports.settled(id)).toMatchObject({ state: 'done', result: { added: rows - 1, updated: 1 } });
    for (const act of ['pause', 'resume', 'cancel'])
      expect((await call('POST', `/imports/${id}/${act}`)).code, act).toBe('import_not_ready');
  }, 240_000);

  test('is cancelled where it is; written rows stay until it is undone', async () => {
    const before = await imports.exported();
    const { id } = await imports.check(file(60_000_000));
    let cancelling: Promise<{ status: number; body: ContactImport }> | undefined;
    await holding(number(60_000_000, 1_500), async () => {
      await call('POST', `/imports/${id}/start`);
      await untilBlocked(server.owner);
      cancelling = call<ContactImport>('POST', `/imports/${id}/cancel`);
    });
    const cancelled = await cancelling;
    expect(cancelled).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    const { added, updated } = cancelled?.body.result ?? { added: 0, updated: 0 };
    expect(added + updated).toBeGreaterThanOrEqual(1_000);
    expect(added + updated).toBeLessThan(rows);
    expect(cancelled?.body.undo_until).not.toBeNull();
    expect((await call('POST', `/imports/${id}/resume`)).code).toBe('import_not_ready');
    await call('POST', `/imports/${id}/undo`);
    expect((await imports.settled(id)).result).toMatchObject({ undone: added + updated, kept: 0 });
    const [existing] = (
      await call<{ id: string }[]>('GET', `/contacts/multi?phone_number=${number(60_000_000, 1_500)}`)
    ).body;
    await call('DELETE', `/contacts/${existing?.id}`);
    expect(await imports.exported()).toBe(before);
  }, 240_000);
});

test('history has every import, the latest first, with its result', async () => {
  const older = await imports.run('Phone,Name\n+447700900601,Ada\nnobody,x\n');
  const newer = await imports.upload('Phone\n+447700900602\n');
  const page = await call<{ data: ContactImport[]; next_cursor: string | null }>('GET', '/imports?limit=1');
  expect(page.body.data).toMatchObject([{ id: newer.id, state: 'mapping', created_by: team.owner.uid }]);
  const rest = await call<{ data: ContactImport[] }>('GET', `/imports?limit=1&cursor=${page.body.next_cursor}`);
  expect(rest.body.data).toMatchObject([{ id: older.id, state: 'done', result: { added: 1, rejected: 1 } }]);
});

describe('expired data', () => {
  const cleanUp = () => server.platform.db.system.transaction('maintenance', deleteOldImportRows);

  test('rows are deleted after seven days, their results stay', async () => {
    const { id } = await imports.run('Phone,Name\n+447700900611,Ada\nnobody,x\n');
    const kept = async () => {
      const tables = ['import_uploads', 'import_pages', 'import_problems', 'import_changes', 'import_edits'];
      const found = await Promise.all(
        tables.map((table) => queryAsOwner(server.owner, `select from ${table} where import_id = $1`, [id])),
      );
      return found.map(({ length }) => length);
    };
    await cleanUp();
    expect(await kept()).toEqual([1, 1, 1, 1, 0]);
    expect(await imports.get(id)).toMatchObject({ rows_available: true });
    await queryAsOwner(server.owner, `update imports set ended_at = now() - interval '8 days' where id = $1`, [id]);
    await cleanUp();
    expect(await kept()).toEqual([0, 0, 0, 0, 0]);
    expect(await imports.get(id)).toMatchObject({
      rows_available: false,
      state: 'done',
      result: { added: 1, rejected: 1 },
    });
    expect(await call('GET', `/imports/${id}/rejected`)).toMatchObject({ status: 409, code: 'import_not_ready' });
  });

  test('a file not continued for thirty days ends, one of yesterday stays', async () => {
    const old = await imports.upload('Phone\n+447700900612\n');
    const young = await imports.upload('Phone\n+447700900613\n');
    await queryAsOwner(
      server.owner,
      `update imports set created_at = now() - interval '31 days', step_at = now() - interval '31 days' where id = $1`,
      [old.id],
    );
    await queryAsOwner(server.owner, `update imports set created_at = now() - interval '31 days' where id = $1`, [
      young.id,
    ]);
    await cleanUp();
    expect((await imports.get(old.id)).state).toBe('cancelled');
    expect((await imports.get(young.id)).state).toBe('mapping');
  });
});
