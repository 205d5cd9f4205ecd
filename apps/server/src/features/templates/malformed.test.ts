import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites } from '../../testing/inbox.ts';
import { testWorld, type World } from '../../testing/world.ts';

/* Templates that are not in WhatsApp's format: stored as they came, and never sent. */

const fromMeta: Record<string, object[]> = {
  empty: [],
  body_without_text: [{ type: 'BODY' }],
  body_of_another_type: [{ type: 'BODY', text: { said: 'Hello' } }],
  two_bodies: [
    { type: 'BODY', text: 'One' },
    { type: 'BODY', text: 'Two' },
  ],
  open_variable: [{ type: 'BODY', text: 'Hello {{1}, your bike is ready' }],
  gap: [{ type: 'BODY', text: 'Hello {{1}} and {{3}}, your bike is ready' }],
  untyped_part: [{ type: 'BODY', text: 'Hello' }, { text: 'What is this' }],
  header_without_format: [
    { type: 'HEADER', text: 'Order' },
    { type: 'BODY', text: 'Hello' },
  ],
  buttons_no_list: [
    { type: 'BODY', text: 'Hello' },
    { type: 'BUTTONS', buttons: { type: 'URL' } },
  ],
  untyped_button: [
    { type: 'BODY', text: 'Hello' },
    { type: 'BUTTONS', buttons: [{ text: 'Open' }] },
  ],
  odd_values: [
    { type: 'BODY', text: 'Hello {{}}', example: 'none' },
    { type: 'FOOTER', text: 7 },
  ],
};

let world: World;
const meta = createServer((_request, response) => {
  const data = Object.entries(fromMeta).map(([name, components], index) => ({
    ...{ id: String(9_000 + index), name, language: 'en', status: 'APPROVED', category: 'UTILITY' },
    components,
  }));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => meta.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(meta.address() as AddressInfo).port}`;
  world = await testWorld({ between: () => Promise.resolve(url) });
});
afterAll(async () => {
  await world.close();
  meta.close();
});

test('what WhatsApp answers is stored as it came, and every send of it is refused with the reason', async () => {
  const synced = await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId } });
  expect(synced.body).toMatchObject({ new: Object.keys(fromMeta).length });
  const { data } = (await world.api('GET /api/templates', { query: { status: 'ACTIVE' } })).body;
  expect(Object.fromEntries(data.map(({ name, components }) => [name, components]))).toEqual(fromMeta);
  const thread = await customerWrites(world);
  for (const { id, name } of data) {
    const body = {
      ...{ channel_id: world.channelId, thread_id: thread.id, source: 'INBOX' as const, type: 'template' as const },
      template: { id },
    };
    const sent = await world.api('POST /api/messages', { body });
    expect([name, sent.status]).toEqual([name, 422]);
    expect(sent.body).toMatchObject({ error: { data: [{ field: 'template.id' }] } });
  }
  const { rows } = await world.server.owner.query(`select count(*)::int as sent from messages where type = 'template'`);
  expect(rows).toEqual([{ sent: 0 }]);
});

test('a draft may be anything that can be stored; it is not submitted while it is malformed', async () => {
  const made = await Promise.all(
    Object.entries(fromMeta)
      .filter(([, components]) => components.length > 0)
      .map(async ([name, components]) => {
        const content = {
          channel_id: world.channelId,
          name: `draft_${name}`,
          language: 'en',
          category: 'UTILITY' as const,
        };
        const { status, body } = await world.api('POST /api/templates', {
          body: { ...content, components: components as Record<string, unknown>[] },
        });
        expect([name, status, body.components]).toEqual([name, 201, components]);
        const params = { id: body.id };
        return { name, submitted: await world.api('PUT /api/templates/{id}', { params, body: { submit: true } }) };
      }),
  );
  for (const { name, submitted } of made) expect([name, submitted.status]).toEqual([name, 422]);
});
