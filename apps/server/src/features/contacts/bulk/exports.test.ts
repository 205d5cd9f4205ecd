import type { BulkJob } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../../testing/team.ts';
import { until } from '../../../testing/world.ts';

let server: TestServer;
let team: Team;
let otherMember: Member;
const contactCount = 2_300;

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  otherMember = await team.add('User');
  await team.call(team.owner, 'POST', '/custom-fields', { name: 'City' });
  await server.owner.query(
    `insert into contacts (client_id, id, name, phone_number, custom_fields)
     select $1, gen_random_uuid(), 'Person ' || n, (447700100000 + n)::text,
       jsonb_build_object((select no from contact_fields where client_id = $1 and name = 'City'), 'Town ' || n % 7)
     from generate_series(1, $2::int) n`,
    [team.clientId, contactCount],
  );
});
afterAll(() => server.close());

async function fileOf(user: Member, path: string): Promise<{ status: number; body: string }> {
  const headers = { authorization: `Bearer ${await team.tokenOf(user)}` };
  const { statusCode, body } = await server.app.http.inject({ url: `/api${path}`, headers });
  return { status: statusCode, body };
}
const begin = (selection: object, more: object = {}, user = team.owner) =>
  team.call<BulkJob>(user, 'POST', '/contacts/exports', { selection, ...more });
const written = (id: string, user = team.owner) =>
  until(async () => {
    const { body } = await team.call<BulkJob>(user, 'GET', `/contacts/bulk/${id}`);
    return body.state === 'done' ? body : null;
  }, 60_000);
const listed = async (user: Member) =>
  (await team.call<{ data: BulkJob[] }>(user, 'GET', '/contacts/bulk')).body.data.map(({ id }) => id);

test('a job writes the file after the response; it equals a streamed export and can be deleted', async () => {
  const id = newId();
  const begun = await begin({}, { id });
  expect(begun).toMatchObject({ status: 202, body: { id, kind: 'export', file: null } });
  expect((await begin({}, { id })).body.id).toBe(id);
  expect((await begin({ search: 'Person 1' }, { id })).code).toBe('id_conflict');
  const job = await written(id);
  expect(job).toMatchObject({ seen: contactCount, changed: contactCount, file: { size_bytes: expect.any(Number) } });
  const file = await fileOf(team.owner, `/contacts/exports/${id}/file`);
  expect(Buffer.byteLength(file.body)).toBe(job.file?.size_bytes);
  expect(file.body).toBe((await fileOf(team.owner, '/contacts/export')).body);
  expect(await listed(team.owner)).toContain(id);

  const gone = await team.call(team.owner, 'DELETE', `/contacts/exports/${id}`);
  expect(gone.status).toBe(204);
  expect((await fileOf(team.owner, `/contacts/exports/${id}/file`)).status).toBe(404);
  expect(await listed(team.owner)).not.toContain(id);
  const { rows } = await server.owner.query('select from contact_export_parts where operation_id = $1', [id]);
  expect(rows).toEqual([]);
});

test('a filter is exported as given, an invalid one is rejected immediately, and a file without rows is not created', async () => {
  const filter = { field: 'custom:City', op: 'is', value: 'Town 3' };
  const some = await written((await begin({ filter })).body.id);
  expect(some.changed).toBe(Array.from({ length: contactCount }, (_, n) => n + 1).filter((n) => n % 7 === 3).length);
  expect((await begin({ filter: { field: 'custom:Nothing', op: 'is', value: 'x' } })).status).toBe(422);
  const none = await written((await begin({ search: 'nobody at all' })).body.id);
  const { body } = await fileOf(team.owner, `/contacts/exports/${none.id}/file`);
  expect(body.trim().split('\n')).toHaveLength(1);
});

test('only its author can download it, while they may see its contacts', async () => {
  const { id } = (await begin({ search: 'Person 1' }, {}, otherMember)).body;
  await written(id, otherMember);
  expect((await fileOf(team.owner, `/contacts/exports/${id}/file`)).status).toBe(404);
  expect((await team.call(team.owner, 'DELETE', `/contacts/exports/${id}`)).status).toBe(404);
  expect(await listed(team.owner)).not.toContain(id);
  expect((await fileOf(otherMember, `/contacts/exports/${id}/file`)).body).toContain('+44770010');
  await server.owner.query(
    `update client_users set restrictions = '{"channel_ids": null, "only_assigned": false, "mask_phone_numbers": true, "no_export": false, "no_deletion": false}'
     where client_id = $1 and user_id = $2`,
    [team.clientId, otherMember.uid],
  );
  expect((await fileOf(otherMember, `/contacts/exports/${id}/file`)).status).toBe(403);
  const masked = (await begin({ search: 'Person 1' }, {}, otherMember)).body;
  await written(masked.id, otherMember);
  const { body } = await fileOf(otherMember, `/contacts/exports/${masked.id}/file`);
  expect(body).toContain('Person 1');
  expect(body).not.toContain('+44770010');
});

test('as a workbook it begins with PK, has no size before it is downloaded, and its format belongs to its id', async () => {
  const id = newId();
  const job = await written((await begin({ search: 'Person 1' }, { id, format: 'xlsx' })).body.id);
  expect(job.file).toMatchObject({ format: 'xlsx', size_bytes: null });
  expect((await begin({ search: 'Person 1' }, { id, format: 'csv' })).code).toBe('id_conflict');
  const { body } = await fileOf(team.owner, `/contacts/exports/${id}/file`);
  expect(body.slice(0, 2)).toBe('PK');
});

test('what a workbook does not hold is refused in words that name CSV, and leaves no file behind', async () => {
  await server.owner.query(
    `with lists as (insert into contact_lists (client_id, id, name)
       select $1, gen_random_uuid(), repeat('x', 190) || n from generate_series(1, 180) n returning id)
     insert into contact_list_members (client_id, contact_id, contact_list_id)
     select $1, (select id from contacts where client_id = $1 and name = 'Person 7'), id from lists`,
    [team.clientId],
  );
  const { id } = (await begin({}, { format: 'xlsx' })).body;
  const failed = await until(async () => {
    const { body } = await team.call<BulkJob>(team.owner, 'GET', `/contacts/bulk/${id}`);
    return body.state === 'failed' ? body : null;
  }, 60_000);
  expect(failed).toMatchObject({ file: null, error: expect.stringMatching(/32,767 characters.*CSV/) });
  const { rows } = await server.owner.query('select from contact_export_parts where operation_id = $1', [id]);
  expect(rows).toEqual([]);

  await server.owner.query(`update contact_counts set n = 1048576 where client_id = $1 and scope = 'all'`, [
    team.clientId,
  ]);
  const many = await team.call(team.owner, 'POST', '/contacts/exports', { selection: {}, format: 'xlsx' });
  expect(many).toMatchObject({ status: 422, body: { error: { data: [{ field: 'format' }] } } });
  expect(JSON.stringify(many.body)).toMatch(/1,048,576 rows.*CSV/);
  expect((await fileOf(team.owner, '/contacts/export?format=xlsx')).status).toBe(422);
  // A selection that fits is counted by itself.
  expect((await begin({ search: 'Person 1' }, { format: 'xlsx' })).status).toBe(202);
});
