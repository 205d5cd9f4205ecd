import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { png, upload } from '../../testing/media.ts';
import { addMember, createUser } from '../../testing/users.ts';
import { testWorld, type World } from '../../testing/world.ts';
import { releaseExpiredMedia } from '../media/cleanup-repo.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const create = (changes: object) =>
  world.api('POST /api/session-templates', {
    body: {
      name: 'Route',
      shortcut: `route${newId().slice(-8)}`,
      body: 'Here is how to find us.',
      ...changes,
    } as never,
  });
const change = (id: string, body: object) => world.api('PUT /api/session-templates/{id}', { params: { id }, body });
const refusedFields = (answer: { body: unknown }) =>
  (answer.body as { error: { data: { field: string }[] } }).error.data.map(({ field }) => field);

test('a reply has files, which can be loaded and last as long as the reply', async () => {
  const { body: file } = await upload(world, png(40, 30), { 'x-filename': 'map.png' });
  const made = await create({ attachments: [{ media_id: file.id }] });
  expect(made.status).toBe(201);
  const [attachment] = made.body.attachments;
  expect(attachment).toMatchObject({ media_id: file.id, filename: 'map.png', mime_type: 'image/png' });
  const loaded = await fetch(new URL(attachment?.url ?? '', world.server.url));
  expect([loaded.status, loaded.headers.get('content-type')]).toEqual([200, 'image/png']);
  await loaded.arrayBuffer();

  await world.server.owner.query(`update media set created_at = now() - interval '8 days' where id = $1`, [file.id]);
  const release = () => world.server.platform.db.withTenant(world.clientId, (tx) => releaseExpiredMedia(tx, null, 100));
  expect(await release()).toBe(0);
  expect((await change(made.body.id, { attachments: [] })).body.attachments).toEqual([]);
  expect(await release()).toBe(1);
});

test('a file that is gone is named', async () => {
  const made = await create({ attachments: [{ media_id: newId() }] });
  expect([made.status, refusedFields(made)]).toEqual([422, ['attachments.0.media_id']]);
});

test('quick replies are at most three, different, short, and not together with files', async () => {
  const made = await create({ buttons: ['Yes', 'No'] });
  expect(made.body.buttons).toEqual(['Yes', 'No']);
  for (const buttons of [['Yes', 'Yes'], [''], ['x'.repeat(21)], ['1', '2', '3', '4']]) {
    expect((await create({ buttons })).status).toBe(422);
  }
  const { body: file } = await upload(world, png(40, 31), { 'x-filename': 'map.png' });
  const both = await change(made.body.id, { attachments: [{ media_id: file.id }] });
  expect([both.status, refusedFields(both)]).toEqual([422, ['buttons']]);
  const long = await change(made.body.id, { body: 'x'.repeat(1_025) });
  expect([long.status, refusedFields(long)]).toEqual([422, ['body']]);
});

test('an import keeps quick replies where the file has none', async () => {
  const { body: made } = await create({ shortcut: 'keeps', buttons: ['Yes', 'No'] });
  const row = { name: 'Keeps', shortcut: 'keeps', body: 'Imported' };
  const load = (rows: object[]) => world.api('POST /api/session-templates/import', { body: { rows } as never });
  const find = async () => (await world.api('GET /api/session-templates')).body.data.find(({ id }) => id === made.id);
  expect((await load([row])).body).toEqual({ created: 0, updated: 1 });
  expect(await find()).toMatchObject({ body: 'Imported', buttons: ['Yes', 'No'] });
  await load([{ ...row, buttons: ['Maybe'] }]);
  expect(await find()).toMatchObject({ buttons: ['Maybe'] });
});

test('a member’s favourites are their own, in their order, and never name a reply they cannot see', async () => {
  const [a, b, c] = [await create({}), await create({}), await create({ private: true })].map(({ body }) => body.id);
  const user = await createUser(world.server.owner, 'Dana Whitfield');
  await addMember(world.server.owner, world.clientId, user, 'User');
  const auth = await (await import('../../testing/auth.ts')).createAuth(world.server.platform);
  const account = { clientId: world.clientId, role: 'User' as const };
  const dana = world.apiAs(await auth.idTokens.sign({ uid: user.uid, sid: user.sid, account }));
  const read = async (api = world.api) => (await api('GET /api/session-templates/favourites')).body.ids;
  const put = (ids: unknown[], api = world.api) =>
    api('PUT /api/session-templates/favourites', { body: { ids } as never });

  expect((await put([c, a, b])).body.ids).toEqual([c, a, b]);
  expect(await read(dana)).toEqual([]);
  expect((await put([b, c])).body.ids).toEqual([b, c]);
  expect(await read()).toEqual([b, c]);
  const twice = await put([a, a]);
  expect([twice.status, refusedFields(twice)]).toEqual([422, ['ids.1']]);
  const unseen = await put([a, c], dana);
  expect([unseen.status, refusedFields(unseen)]).toEqual([404, ['ids.1']]);
  expect(await read(dana)).toEqual([]);
  expect((await put(Array.from({ length: 51 }, newId))).status).toBe(422);
  expect(await read()).toEqual([b, c]);

  await put([a, b], dana);
  await change(a ?? '', { private: true });
  expect(await read(dana)).toEqual([b]);
  await world.api('DELETE /api/session-templates/{id}', { params: { id: b ?? '' } });
  expect([await read(), await read(dana)]).toEqual([[c], []]);
  await world.api('POST /api/session-templates/{id}/restore', { params: { id: b ?? '' } });
  expect([await read(), await read(dana)]).toEqual([[b, c], [b]]);
});
