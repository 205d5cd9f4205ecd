import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, type World } from '../../../testing/world.ts';

let world: World;
let played: { id: string; phone_number: string };

const contactsOf = (digits: string) =>
  queryAsOwner<{ id: string; sandbox: boolean }>(
    world.server.owner,
    'select id, sandbox from contacts where client_id = $1 and phone_number = $2 and deleted_at is null',
    [world.clientId, digits],
  );
const threadsOnReal = async () =>
  (
    await queryAsOwner(world.server.owner, 'select 1 as x from threads where client_id = $1 and channel_id = $2', [
      world.clientId,
      world.channelId,
    ])
  ).length;

beforeAll(async () => {
  world = await testWorld();
  const number = '351910000777';
  const made = await world.api('POST /api/contacts', {
    body: { phone_number: `+${number}`, name: 'Otto', sandbox: true },
  });
  played = { id: made.body.id, phone_number: number };
});
afterAll(() => world.close());

const text = { type: 'text', text: { body: 'Hello' } } as const;

test('a contact saved from the sandbox is a sandbox contact, also once it was in the trash', async () => {
  expect(await contactsOf(played.phone_number)).toEqual([{ id: played.id, sandbox: true }]);
  await world.api('DELETE /api/contacts/{id}', { params: { id: played.id } });
  const again = await world.api('POST /api/contacts', {
    body: { phone_number: `+${played.phone_number}`, name: 'Otto', sandbox: true },
  });
  expect(again.status).toBe(201);
  expect(await contactsOf(played.phone_number)).toEqual([{ id: again.body.id, sandbox: true }]);
});

test.each([
  [
    'a message',
    () =>
      world.api('POST /api/messages', {
        body: { channel_id: world.channelId, source: 'COMPOSE', to: `+${played.phone_number}`, ...text },
      }),
    'to',
  ],
  [
    'a composed message',
    () =>
      world.api('POST /api/compose', {
        body: { channel_id: world.channelId, messages: [{ id: newId(), to: `+${played.phone_number}`, ...text }] },
      }),
    'messages.0.to',
  ],
])(
  '%s by number from a real channel to a sandbox contact is refused and changes nothing',
  async (_name, send, field) => {
    const answer = await send();
    expect(answer.status).toBe(422);
    expect((answer.body as unknown as { error: { data: unknown } }).error.data).toEqual([
      { field, msg: 'This is a sandbox contact. Choose a sandbox channel.' },
    ]);
    expect(await contactsOf(played.phone_number)).toMatchObject([{ sandbox: true }]);
    expect(await threadsOnReal()).toBe(0);
  },
);

test('the number of a real contact stays real when the sandbox saves it', async () => {
  const phone_number = '+351910000888';
  const real = await world.api('POST /api/contacts', { body: { phone_number, name: 'Ann' } });
  const other = await world.api('POST /api/contacts', { body: { phone_number, name: 'Ann', sandbox: true } });
  expect(other.status).toBe(409);
  expect(await contactsOf('351910000888')).toEqual([{ id: real.body.id, sandbox: false }]);
});
