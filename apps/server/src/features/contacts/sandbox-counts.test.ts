import { phoneMatchKey } from '@parley/contract/phone-forms';
import type { ContactList, CustomField } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TenantTx } from '../../platform/db/sql.ts';
import { newId } from '../../platform/ids.ts';
import { type Imports, importsOf } from '../../testing/imports.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { runsLongTests } from '../../testing/long-tests.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Team } from '../../testing/team.ts';
import { until } from '../../testing/world.ts';
import { ensureContacts } from './people/ensure-contacts-repo.ts';
import { deleteSandboxContacts, ensureSandboxContacts } from './people/sandbox-contacts.ts';

let server: TestServer;
let team: Team;
let imports: Imports;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  imports = await importsOf(server, team);
});
afterAll(() => server.close());

const call = <B>(method: string, path: string, payload?: object) => team.call<B>(team.owner, method, path, payload);
const inAccount = <T>(fn: (tx: TenantTx) => Promise<T>) => server.platform.db.withTenant(team.clientId, fn);
const numberOf = (place: number) => `447900${String(place).padStart(6, '0')}`;
const newContacts = (from: number, count: number) =>
  Array.from({ length: count }, (_one, n) => ({ phone_number: numberOf(from + n), name: `Person ${from + n}` }));
/** Creates a contact like a message on a channel that is not a sandbox. */
const meetOutside = (place: number) =>
  inAccount((tx) => {
    const value = numberOf(place);
    const identity = {
      kind: 'phone' as const,
      key: phoneMatchKey(value),
      value,
      name: '',
      username: null,
      other: null,
    };
    return ensureContacts(tx, [{ ...identity, clientId: team.clientId, sandbox: false }], newId);
  });
const lists = async () => (await call<ContactList[]>('GET', '/contact-lists')).body;
const listNamed = async (name: string) => (await lists()).find((list) => list.name === name);
const fields = async () => (await call<{ data: CustomField[] }>('GET', '/custom-fields')).body.data;
const makeList = async (name: string) => (await call<{ id: string }>('POST', '/contact-lists', { name })).body.id;
const idsOf = async (where: string) =>
  (
    await queryAsOwner<{ id: string }>(
      server.owner,
      `select id from contacts where client_id = $1 and deleted_at is null and ${where} order by id`,
      [team.clientId],
    )
  ).map(({ id }) => id);
const act = async (ids: string[], what: object) => {
  const { status, body } = await call<{ id: string }>('POST', '/contacts/bulk', { selection: { ids }, act: what });
  expect(status).toBe(202);
  await until(async () => (await call<{ state: string }>('GET', `/contacts/bulk/${body.id}`)).body.state === 'done');
};

/**
 * Compares stored and counted numbers in one statement: every transaction leaves them equal.
 * @returns the differences
 */
const differences = () =>
  queryAsOwner(
    server.owner,
    `with kept as (
       select scope, sum(n)::int as n from contact_counts where client_id = $1 group by 1 having sum(n) <> 0
     ), alive as (
       select * from contacts where client_id = $1 and deleted_at is null
     ), counted as (
       select 'all' as scope, count(*)::int as n from alive having count(*) > 0
       union all select 'sandbox', count(*)::int from alive where sandbox having count(*) > 0
       union all select 'field:' || k, count(*)::int from alive cross join jsonb_object_keys(custom_fields) k group by 1
       union all select 'sandbox:field:' || k, count(*)::int from alive cross join jsonb_object_keys(custom_fields) k
         where sandbox group by 1
       union all select 'list:' || contact_list_id, count(*)::int from contact_list_members where client_id = $1 group by 1
       union all select 'sandbox:list:' || m.contact_list_id, count(*)::int from contact_list_members m
         join contacts c on c.client_id = m.client_id and c.id = m.contact_id
         where m.client_id = $1 and c.sandbox group by 1
     ), totals as (
       select 'lists of ' || contact_id as scope, n from contact_list_totals where client_id = $1
     ), memberships as (
       select 'lists of ' || contact_id as scope, count(*)::int as n from contact_list_members where client_id = $1 group by 1
     )
     select coalesce(k.scope, c.scope) as scope, k.n as kept, c.n as counted
     from (table kept union all table totals) k full join (table counted union all table memberships) c using (scope)
     where k.n is distinct from c.n`,
    [team.clientId],
  );

describe('sandbox contacts', () => {
  test('are counted separately in lists and fields', async () => {
    await call('POST', '/custom-fields', { name: 'City' });
    const list = await makeList('Customers');
    const fresh = { phone_number: '+447700900001', contact_list_ids: [list], custom_fields: { City: 'Leeds' } };
    expect((await call('POST', '/contacts', fresh)).status).toBe(201);
    await inAccount((tx) => ensureSandboxContacts(tx, newContacts(0, 20)));
    const made = await idsOf('sandbox');
    expect(made).toHaveLength(20);
    await act(made.slice(0, 5), { kind: 'add_lists', contact_list_ids: [list] });
    await act(made.slice(0, 3), { kind: 'set_field', name: 'City', value: 'York' });

    expect(await listNamed('Customers')).toMatchObject({ member_count: 1, sandbox_count: 5 });
    expect(await listNamed('Sandbox contacts')).toMatchObject({ member_count: 0, sandbox_count: 20 });
    expect(await fields()).toMatchObject([{ name: 'City', used_by: 1, sandbox_count: 3 }]);
    const { body } = await call('GET', `/contacts/count?contact_list_id=${list}`);
    expect(body).toEqual({ count: 1, exact: true, sandbox_count: 5 });
    const filter = encodeURIComponent(JSON.stringify({ field: 'custom:City', op: 'is_not_empty' }));
    expect((await call('GET', `/contacts/count?filter=${filter}`)).body).toMatchObject({ count: 1, sandbox_count: 3 });
    expect(await differences()).toEqual([]);

    // A contact that appears outside the sandbox is counted as real everywhere.
    const [row] = await queryAsOwner<{ phone_number: string }>(
      server.owner,
      'select phone_number from contacts where client_id = $1 and id = $2',
      [team.clientId, made[0]],
    );
    await meetOutside(Number(row?.phone_number.slice(6)));
    expect(await listNamed('Customers')).toMatchObject({ member_count: 2, sandbox_count: 4 });
    expect(await fields()).toMatchObject([{ name: 'City', used_by: 2, sandbox_count: 2 }]);
    expect(await differences()).toEqual([]);

    await act(made.slice(0, 5), { kind: 'delete' });
    expect(await listNamed('Customers')).toMatchObject({ member_count: 1 });
    expect(await listNamed('Customers')).not.toHaveProperty('sandbox_count');
    expect(await differences()).toEqual([]);
  });

  test('merged with a real contact become real; undo restores both', async () => {
    await inAccount((tx) => ensureSandboxContacts(tx, newContacts(100, 1)));
    const [played] = await idsOf(`phone_number = '${numberOf(100)}'`);
    const { body: real } = await call<{ id: string }>('POST', '/contacts', { phone_number: '+447700900002' });
    const merge = { contact_id: played, merge_ids: [real.id] };
    const merged = await call<{ id: string }>('POST', '/contacts/merge', merge);
    expect(merged.status).toBe(201);
    expect((await call(`GET`, `/contacts/${played}`)).body).not.toHaveProperty('sandbox');
    expect(await differences()).toEqual([]);
    expect((await call('POST', `/contacts/merges/${merged.body.id}/undo`)).status).toBe(200);
    expect((await call(`GET`, `/contacts/${played}`)).body).toMatchObject({ sandbox: true });
    expect((await call(`GET`, `/contacts/${real.id}`)).body).not.toHaveProperty('sandbox');
    expect(await differences()).toEqual([]);
  });

  test('that appear outside while they are added to lists are counted once', async () => {
    const list = await makeList('Met meanwhile');
    await inAccount((tx) => ensureSandboxContacts(tx, newContacts(200, 60)));
    const ids = await idsOf(`sandbox and phone_number between '${numberOf(200)}' and '${numberOf(259)}'`);
    const change = (kind: string, some: string[]) =>
      call('POST', '/contacts/bulk', { selection: { ids: some }, act: { kind, contact_list_ids: [list] } });
    const begun = await Promise.all([
      change('add_lists', ids.slice(0, 30)),
      ...Array.from({ length: 60 }, (_one, n) => meetOutside(200 + n)),
      change('add_lists', ids.slice(20)),
      change('remove_lists', ids.slice(10, 40)),
    ]);
    for (const one of begun) if ('status' in one) expect(one.status).toBe(202);
    await until(async () => {
      const { data } = (await call<{ data: { state: string }[] }>('GET', '/contacts/bulk')).body;
      return data.every(({ state }) => state === 'done');
    });
    expect(await differences()).toEqual([]);
    expect(await listNamed('Met meanwhile')).not.toHaveProperty('sandbox_count');
  });

  test('are counted correctly after any operations, in any order', async () => {
    let seed = 20_261_122;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const some = <T>(all: readonly T[], most: number) =>
      all.length === 0 ? [] : Array.from({ length: 1 + random(most) }, () => all[random(all.length)] as T);
    const one = async () => some(await idsOf('true'), 1)[0] ?? '';
    const ownLists = [await makeList('A'), await makeList('B')];
    await call('POST', '/custom-fields', { name: 'Size' });
    const merges: string[] = [];
    const trashed: string[] = [];
    let fresh = 1_000;
    const next = (count: number) => {
      fresh += count;
      return fresh - count;
    };
    const changes: Array<[string, () => Promise<unknown>]> = [
      ['people', () => inAccount((tx) => ensureSandboxContacts(tx, newContacts(next(4), 4)))],
      ['met', () => meetOutside(1_000 + random(fresh - 999))],
      [
        'added',
        () =>
          call('POST', '/contacts', {
            phone_number: `+447800${String(100_000 + next(1))}`,
            contact_list_ids: some(ownLists, 1),
            custom_fields: { Size: 'M' },
          }),
      ],
      ['listed', async () => act(some(await idsOf('true'), 5), { kind: 'add_lists', contact_list_ids: ownLists })],
      [
        'unlisted',
        async () => act(some(await idsOf('true'), 5), { kind: 'remove_lists', contact_list_ids: some(ownLists, 1) }),
      ],
      ['set', async () => act(some(await idsOf('true'), 4), { kind: 'set_field', name: 'Size', value: 'L' })],
      ['unset', async () => act(some(await idsOf('true'), 4), { kind: 'remove_field', name: 'Size' })],
      [
        'trashed',
        async () => {
          const id = await one();
          trashed.push(id);
          return call('DELETE', `/contacts/${id}`);
        },
      ],
      ['restored', () => call('POST', '/contacts/restore', { ids: some(trashed.length > 0 ? trashed : [newId()], 3) })],
      [
        'merged',
        async () => {
          const { body } = await call<{ id?: string }>('POST', '/contacts/merge', {
            contact_id: await one(),
            merge_ids: [await one()],
          });
          if (body.id !== undefined) merges.push(body.id);
        },
      ],
      ['parted', () => call('POST', `/contacts/merges/${merges.pop() ?? newId()}/undo`)],
      [
        'erased',
        async () => {
          const { status, body } = await call<{ id: string }>('POST', `/contacts/${await one()}/erase`, {
            confirm: 'ERASE',
          });
          if (status !== 202) return;
          await until(async () => (await call<{ state: string }>('GET', `/erasures/${body.id}`)).body.state === 'done');
        },
      ],
      [
        'imported',
        () =>
          imports.run(
            `Phone,Name,Size\n${some(newContacts(1_000, fresh - 999), 6)
              .map(({ phone_number }, n) => `+${phone_number},Imported ${n},S`)
              .join('\n')}\n`,
            { contact_list_ids: some(ownLists, 1) },
          ),
      ],
    ];
    for (let turn = 0; turn < 90; turn += 1) {
      const [name, run] = changes[random(changes.length)] ?? ['none', async () => undefined];
      await run();
      expect(await differences(), `after ${name}, turn ${turn}`).toEqual([]);
    }
    for (const list of ownLists) {
      await call('DELETE', `/contact-lists/${list}?del_contacts=false`);
      await until(
        async () =>
          (await queryAsOwner(server.owner, 'select 1 as x from contact_lists where id = $1', [list])).length === 0,
      );
    }
    await call('DELETE', '/custom-fields/Size');
    await until(async () => !(await fields()).some(({ name }) => name === 'Size'));
    await until(async () => (await differences()).length === 0);
  }, 400_000);

  test('thousands of them change no count of real contacts, and a reset deletes them', async () => {
    // More than two slices of a reset.
    const count = runsLongTests ? 50_000 : 12_000;
    const total = async () => (await call<{ count: number }>('GET', '/contacts/count')).body.count;
    const before = await total();
    // In pages of a thousand, like the screen.
    for (let from = 0; from < count; from += 1_000) {
      await inAccount((tx) => ensureSandboxContacts(tx, newContacts(100_000 + from, 1_000)));
      // In production minutes pass between them; here the planner would assume empty tables.
      if (from % 10_000 === 0) await server.owner.query('analyze contacts, contact_identities, contact_list_members');
    }
    const list = await listNamed('Sandbox contacts');
    expect(list?.sandbox_count).toBeGreaterThanOrEqual(count);
    expect(await total()).toBe(before);
    expect(await differences()).toEqual([]);
    while ((await inAccount((tx) => deleteSandboxContacts(tx, 5_000))) > 0);
    expect(await listNamed('Sandbox contacts')).not.toHaveProperty('sandbox_count');
    expect(await idsOf('sandbox')).toEqual([]);
    expect(await total()).toBe(before);
    expect(await differences()).toEqual([]);
  }, 400_000);

  test('deleted directly in the database reduce the counts', async () => {
    const list = await makeList('Straight');
    await inAccount((tx) => ensureSandboxContacts(tx, newContacts(300, 3)));
    await act(await idsOf('sandbox'), { kind: 'add_lists', contact_list_ids: [list] });
    await inAccount((tx) =>
      tx.run({ name: '', text: 'delete from contacts where client_id = $1 and sandbox' }, [team.clientId]),
    );
    expect(await differences()).toEqual([]);
  });
});
