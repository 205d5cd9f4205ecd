import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { customerSends } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;
let other: World['api'];

beforeAll(async () => {
  world = await testWorld();
  const sandbox = (await world.api('GET /api/channels')).body.data.find((channel) => channel.sandbox)?.id ?? '';
  const scopes = ['messages:read', 'messages:write'] as const;
  const key = await world.api('POST /api/api-keys', {
    body: { name: 'Of another channel', scopes: [...scopes], channel_ids: [sandbox] },
  });
  other = world.apiAs((key.body as { key: string }).key);
});
afterAll(() => world.close());

async function uploaded(): Promise<string> {
  const answer = await fetch(`${world.server.url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/pdf', 'x-filename': 'a.pdf' },
    body: `%PDF-1.4 ${newId()}`,
  });
  return ((await answer.json()) as { id: string }).id;
}
const read = (api: World['api'], id: string) => api('GET /api/media/{id}', { params: { id } });
const remove = (api: World['api'], id: string) => api('DELETE /api/media/{id}', { params: { id } });

test('an upload is read by its id, with a link to its bytes, until it is deleted', async () => {
  const id = await uploaded();
  const { body } = await read(world.api, id);
  expect(body).toMatchObject({ id, mime_type: 'application/pdf', filename: 'a.pdf', state: 'ready' });
  expect((await fetch(`${world.server.url}${body.url}`)).status).toBe(200);
  expect((await remove(world.api, id)).status).toBe(204);
  expect((await read(world.api, id)).status).toBe(404);
});

test('a file that was sent stays with its message', async () => {
  const id = await uploaded();
  const thread = await customerSends(world, freshPhone(), { type: 'text', text: { body: 'Prices?' } });
  const body = { channel_id: world.channelId, thread_id: thread.id, source: 'INBOX', type: 'document' } as const;
  await world.api('POST /api/messages', { body: { ...body, document: { media_id: id } } as never });
  expect((await remove(world.api, id)).status).toBe(204);
  expect((await read(world.api, id)).body).toMatchObject({ state: 'ready' });
});

test('who does not see a message does not see its file, nor uploads of others', async () => {
  const thread = await customerSends(world, freshPhone(), {
    type: 'document',
    document: { id: '4711', mime_type: 'application/pdf', filename: 'b.pdf' },
  });
  const message = await until(async () => {
    const found = await world.api('GET /api/messages/{id}', { params: { id: thread.last_message_id ?? '' } });
    return found.body.document?.media_info.media_id ? found.body : null;
  });
  const id = message.document?.media_info.media_id ?? '';
  expect((await read(world.api, id)).status).toBe(200);
  for (const hidden of [id, await uploaded(), newId(), 'x']) {
    expect([(await read(other, hidden)).status, (await remove(other, hidden)).status]).toEqual([404, 404]);
  }
});
