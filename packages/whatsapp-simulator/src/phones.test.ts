import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { simulatedContact } from './control/bulk-phones.ts';
import { type Simulator, startSimulator } from './index.ts';
import { createReceiver, type Receiver } from './testing/receiver.ts';
import { type Answer, accountAt, accountInput, eventually, type TestAccount } from './testing/sandbox.ts';

const ana = '351910000001';
let simulator: Simulator;
let receiver: Receiver;
let account: TestAccount;

beforeAll(async () => {
  const secrets = accountInput(6, null);
  receiver = createReceiver(secrets.app_secret, secrets.verify_token ?? '');
  await receiver.listen();
  simulator = await startSimulator({ limits: { throughput: false } });
  const input = accountInput(6, receiver.url);
  simulator.registerAccount('106540352242922006', input);
  account = accountAt(simulator.url, '106540352242922006', input);
});
beforeEach(async () => {
  await account.control('POST', 'reset');
  receiver.events.length = 0;
  receiver.posts.length = 0;
  await account.control('POST', 'phones', { phone_number: ana, name: 'Ana' });
  await account.control('POST', `phones/${ana}/messages`, { type: 'text', text: { body: 'hi' } });
});
afterAll(async () => {
  await simulator.close();
  await receiver.close();
});

const write = (body: object) => account.control('POST', `phones/${ana}/messages`, body);
const inbound = (type: string) =>
  eventually(`a message of type ${type}`, () =>
    receiver.events.find(({ kind, element }) => kind === 'messages' && element.type === type),
  );
const idOf = ({ body }: Answer) => (body.messages as { id: string }[])[0]?.id;
async function arrived(answer: Answer): Promise<string> {
  expect(answer.status).toBe(200);
  const id = idOf(answer);
  return eventually('its arrival', async () => (await account.messagesOf(ana)).find((one) => one.id === id)?.id);
}

describe('a tapped button', () => {
  test.each<[string, object, object, string, object]>([
    [
      'a reply button',
      {
        type: 'interactive',
        interactive: {
          type: 'button',
          body: { text: 'When?' },
          action: { buttons: ['today', 'later'].map((id) => ({ type: 'reply', reply: { id, title: id } })) },
        },
      },
      { button: 1 },
      'interactive',
      { type: 'button_reply', button_reply: { id: 'later', title: 'later' } },
    ],
    [
      'a row of a list',
      {
        type: 'interactive',
        interactive: {
          type: 'list',
          body: { text: 'Which?' },
          action: { button: 'Choose', sections: [{ rows: [{ id: 'a', title: 'One', description: 'the first' }] }] },
        },
      },
      { row_id: 'a' },
      'interactive',
      { type: 'list_reply', list_reply: { id: 'a', title: 'One', description: 'the first' } },
    ],
    [
      'a quick reply of a template',
      {
        type: 'template',
        template: {
          name: 'appointment_reminder',
          language: { code: 'en_US' },
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', parameter_name: 'first_name', text: 'Ana' },
                { type: 'text', parameter_name: 'day', text: 'Friday' },
              ],
            },
            { type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ type: 'payload', payload: 'yes' }] },
          ],
        },
      },
      { button: 0 },
      'button',
      { payload: 'yes', text: 'I will come' },
    ],
  ])('%s', async (_name, message, tap, type, content) => {
    const message_id = await arrived(await account.send({ to: ana, ...message }));
    const answer = await account.control('POST', `phones/${ana}/taps`, { message_id, ...tap });
    expect(answer.status).toBe(201);
    const { element } = await inbound(type);
    expect(element).toMatchObject({ [type]: content, context: { id: message_id } });
  });

  test('other buttons, such as those with a URL, send nothing', async () => {
    const text = await arrived(await account.sendText(ana, 'no buttons'));
    const order = {
      name: 'order_ready',
      language: { code: 'en_US' },
      components: [
        { type: 'body', parameters: ['Ana', 'A-17'].map((value) => ({ type: 'text', text: value })) },
        { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'A-17' }] },
      ],
    };
    const link = await arrived(await account.send({ to: ana, type: 'template', template: order }));
    for (const message_id of [text, link]) {
      expect((await account.control('POST', `phones/${ana}/taps`, { message_id, button: 0 })).status).toBe(422);
    }
    expect((await account.control('POST', `phones/${ana}/taps`, { message_id: 'x', button: 0 })).status).toBe(404);
  });
});

test('a voice message is played once', async () => {
  const { body } = await account.control('POST', `phones/${ana}/messages`, {
    type: 'audio',
    audio: { data: Buffer.from('OggS').toString('base64'), mime_type: 'audio/ogg' },
  });
  const { id } = body.content as { id: string };
  const message_id = await arrived(await account.send({ to: ana, type: 'audio', audio: { id, voice: true } }));
  for (const _twice of [1, 2]) {
    expect((await account.control('POST', `phones/${ana}/plays`, { message_id })).status).toBe(200);
  }
  const played = () =>
    receiver.events.filter(({ element }) => element.id === message_id && element.status === 'played');
  await eventually('played', () => played().length > 0);
  expect(played()).toHaveLength(1);
  expect((await account.control('GET', `phones/${ana}/messages`)).body.data).toMatchObject([{}, {}, { status: 4 }]);
});

describe('a sent message', () => {
  const own = async () => (await write({ type: 'text', text: { body: 'Five' } })).body.id as string;
  const edit = (original_message_id: string) =>
    write({ type: 'edit', edit: { original_message_id, message: { type: 'text', text: { body: 'Six' } } } });
  const revoke = (original_message_id: string) => write({ type: 'revoke', revoke: { original_message_id } });

  test('is edited and revoked', async () => {
    const id = await own();
    expect((await edit(id)).status).toBe(201);
    expect((await inbound('edit')).element).toMatchObject({ edit: { original_message_id: id } });
    expect((await revoke(id)).status).toBe(201);
    await inbound('revoke');
  });

  test('is edited for 15 minutes and revoked for two days', async () => {
    const id = await own();
    await account.control('POST', 'clock', { offset_ms: 16 * 60_000 });
    expect((await edit(id)).body).toMatchObject({ error: { code: 'too_late' } });
    expect((await revoke(id)).status).toBe(201);
    await account.control('POST', 'clock', { offset_ms: 49 * 3_600_000 });
    expect((await revoke(await own())).status).toBe(201);
    expect((await revoke(id)).body).toMatchObject({ error: { code: 'too_late' } });
  });

  test('of the business cannot be changed by the customer', async () => {
    const message_id = await arrived(await account.sendText(ana, 'ours'));
    expect((await edit(message_id)).body).toMatchObject({ error: { code: 'not_theirs' } });
  });
});

test('simulated contacts have names of people, each another', () => {
  const names = Array.from({ length: 50_000 }, (_one, place) => simulatedContact(place).name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => /\d/.test(name))).toEqual([]);
  expect(new Set(names.slice(0, 23).map((name) => name.split(' ').at(-1))).size).toBe(23);
});

test('many simulated contacts at once, the same ones again, not in the default list', async () => {
  const many = () => account.control('POST', 'phones/many', { from: 0, count: 1000 });
  expect((await many()).body).toMatchObject({ made: 1000 });
  expect((await many()).body).toMatchObject({ made: 0 });
  expect((await account.control('GET', 'phones')).body.data).toMatchObject([{ id: ana }]);
  const { data } = (await account.control('GET', 'phones?synthetic=true&limit=200')).body as { data: { id: string }[] };
  expect(data).toHaveLength(200);
  expect((await account.control('POST', 'phones/many', { from: 49_500, count: 501 })).status).toBe(422);
  expect((await account.control('POST', 'phones/other', {})).status).toBe(404);
});

describe('the network', () => {
  test('off: calls end without a response, webhooks wait; on again: they arrive', async () => {
    await eventually('the first message', () => receiver.events.length === 1);
    await account.control('POST', 'faults', { network_off: true });
    await expect(account.sendText(ana, 'lost')).rejects.toThrow();
    await write({ type: 'text', text: { body: 'waits' } });
    expect(((await account.control('GET', 'account')).body.deliveries as { waiting: number }).waiting).toBe(1);
    await account.control('DELETE', 'faults');
    await eventually('what waited', () =>
      receiver.events.find(({ element }) => JSON.stringify(element).includes('waits')),
    );
    expect(await account.sends()).toEqual([]);
  });

  test('slow: every call takes longer', async () => {
    await account.control('POST', 'faults', { network_delay_ms: 300 });
    const startedMs = performance.now();
    await account.graph('GET', `${account.id}`);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(290);
  });
});

test('a webhook is posted again, byte by byte and signed', async () => {
  await eventually('the first message', () => receiver.posts.length === 1);
  type Entry = { cursor: string; direction: string; replayable: boolean };
  const { data } = (await account.control('GET', 'traffic?newest=true')).body as { data: Entry[] };
  const webhook = data.find(({ direction }) => direction === 'out');
  expect(webhook?.replayable).toBe(true);
  expect((await account.control('POST', `traffic/${webhook?.cursor}/replay`)).body).toEqual({ status: 200 });
  expect(receiver.posts[1]?.raw.equals(receiver.posts[0]?.raw ?? Buffer.alloc(0))).toBe(true);
  expect(receiver.posts[1]?.signatureOk).toBe(true);
  expect((await account.control('POST', 'traffic/999999/replay')).status).toBe(404);
});

describe('a repeated call', () => {
  type Entry = { cursor: string; direction: string; method: string; url: string; request: string; replayable: boolean };
  const calls = async () => {
    const { data } = (await account.control('GET', 'traffic?newest=true')).body as { data: Entry[] };
    return data.filter(({ direction }) => direction === 'in');
  };
  const again = (entry: Entry | undefined) => account.control('POST', `traffic/${entry?.cursor}/replay`);

  test('a send sends again, byte by byte', async () => {
    await arrived(await account.sendText(`+${ana}`, 'twice ✓', 'ours'));
    const [entry] = await calls();
    expect(entry).toMatchObject({ method: 'POST', replayable: true });
    expect((await again(entry)).body).toEqual({ status: 200 });
    const sends = await eventually('the second one', async () => {
      const all = await account.sends();
      return all.length === 2 && all.every(({ received }) => received === 1) && all;
    });
    expect(sends.map(({ opaque }) => opaque)).toEqual(['ours', 'ours']);
    const [second, first] = await calls();
    expect(second?.request).toBe(first?.request);
  });

  test('it is validated again', async () => {
    await account.sendText(`+${ana}`, 'once');
    const [entry] = await calls();
    await account.control('POST', 'faults', { token_expired: true });
    expect((await again(entry)).body).toEqual({ status: 401 });
    await account.control('POST', 'faults', { token_expired: null, network_off: true });
    expect((await again(entry)).body).toEqual({ status: null });
  });

  test('a request is replayed; files and tokens are not stored for it', async () => {
    await account.graph('GET', `${account.id}?fields=verified_name`);
    expect((await again((await calls())[0])).body).toEqual({ status: 200 });
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('type', 'image/png');
    form.set('file', new File(['png'], 'a.png', { type: 'image/png' }));
    const { token } = account.input;
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${simulator.url}/v25.0/${account.id}/media`, { method: 'POST', headers, body: form });
    await account.graph('GET', `debug_token?input_token=${token}`);
    const [asked, uploaded] = await calls();
    expect([asked?.replayable, uploaded?.replayable]).toEqual([false, false]);
    expect(JSON.stringify(await calls())).not.toContain(token);
    expect((await again(uploaded)).status).toBe(404);
  });
});

describe('a customer who changes', () => {
  test('their number keeps their messages; the business is notified and reaches them there', async () => {
    const before = await arrived(await account.sendText(`+${ana}`, 'before'));
    const moved = await account.control('POST', `phones/${ana}/number`, { phone_number: '+351910000099' });
    expect(moved.body).toMatchObject({ id: '351910000099', name: 'Ana' });
    const { element, value } = await inbound('system');
    expect(element).toMatchObject({
      from: ana,
      type: 'system',
      system: { type: 'user_changed_number', wa_id: '351910000099' },
    });
    expect(value.contacts).toBeUndefined();
    expect((await account.control('GET', `phones/${ana}`)).status).toBe(404);
    const messages = await account.messagesOf('351910000099');
    expect(messages.map(({ id }) => id)).toContain(before);
    expect(messages.map(({ type }) => type)).not.toContain('system');
    await account.control('POST', 'phones/351910000099/messages', { type: 'text', text: { body: 'from here' } });
    const after = await eventually('the words from there', () =>
      receiver.events.find(({ element: { text } }) => (text as { body?: string } | undefined)?.body === 'from here'),
    );
    expect(after.element.from).toBe('351910000099');
    expect(after.element.from_user_id).not.toBe(element.from_user_id);
    await account.control('POST', 'clock', { offset_ms: 31 * 24 * 3_600_000 });
    const next = await account.control('POST', 'phones', { phone_number: ana, name: 'Somebody else' });
    expect(next.status).toBe(201);
    expect(next.body.user_id).not.toBe(element.from_user_id);
    expect((await account.control('POST', `phones/${ana}/number`, { phone_number: '351910000099' })).status).toBe(409);
  });

  test('their number leaves the old one reserved for thirty days: not assigned, not generated again, not reached', async () => {
    const moved = await account.control('POST', `phones/${ana}/number`, {});
    const left = await account.control('POST', `phones/${moved.body.id}/number`, {});
    expect(left.body.id).not.toBe(moved.body.id);
    const take = () => account.control('POST', 'phones', { phone_number: ana });
    expect(await take()).toMatchObject({ status: 409, body: { error: { code: 'taken' } } });
    expect((await account.control('POST', `phones/${left.body.id}/number`, { phone_number: ana })).status).toBe(409);
    const sent = idOf(await account.sendText(`+${ana}`, 'Are you there?'));
    const failed = await eventually('the refusal', () =>
      receiver.events.find(({ element }) => element.id === sent && element.status === 'failed'),
    );
    expect(failed.element.errors).toMatchObject([{ code: 131026 }]);
    expect((await account.control('PATCH', `phones/${ana}`, { on_whatsapp: true })).status).toBe(409);
    expect((await take()).status).toBe(409);
    await account.control('POST', 'clock', { offset_ms: 31 * 24 * 3_600_000 });
    expect((await account.control('PATCH', `phones/${ana}`, { on_whatsapp: true })).status).toBe(200);
  });

  test('under another user id, when they hide their number', async () => {
    await account.control('PATCH', `phones/${ana}`, { hides_number: true });
    const moved = await account.control('POST', `phones/${ana}/number`, {});
    const { element } = await inbound('system');
    expect(element.system).toEqual({
      body: 'User id changed',
      type: 'user_changed_user_id',
      user_id: moved.body.user_id,
    });
    expect(element.from).toBeUndefined();
  });

  test('their device: reported to a business that requested it, and a send with the identity check fails with 137000', async () => {
    await account.control('POST', `phones/${ana}/device`, {});
    const settings = { user_identity_change: { enable_identity_key_check: true } };
    await account.graph('POST', `${account.id}/settings`, settings);
    const { identity_key_hash: known } = (await account.control('GET', `phones/${ana}`)).body;
    const { identity_key_hash: next } = (await account.control('POST', `phones/${ana}/device`, {})).body;
    expect(next).not.toBe(known);
    const { element } = await inbound('system');
    expect(element).toMatchObject({
      system: { type: 'customer_identity_changed' },
      identity: { acknowledged: false, hash: next, created_timestamp: expect.stringMatching(/^\d+$/) },
    });
    const minding = (key: unknown) =>
      account.send({ to: `+${ana}`, type: 'text', text: { body: 'hi' }, recipient_identity_key_hash: key });
    await arrived(await minding(next));
    const id = idOf(await minding(known));
    const failed = await eventually('the failure', () =>
      receiver.events.find((got) => got.element.id === id && got.element.status === 'failed'),
    );
    expect(failed.element.errors).toMatchObject([{ code: 137000 }]);
    await account.graph('POST', `${account.id}/settings`, {
      user_identity_change: { enable_identity_key_check: false },
    });
  });
});

test('an account in maintenance answers 131057 until it ends automatically', async () => {
  await account.control('POST', 'faults', { maintenance_ms: 60_000 });
  expect(await account.sendText(`+${ana}`, 'now')).toMatchObject({ status: 500, body: { error: { code: 131057 } } });
  await account.control('POST', 'clock', { offset_ms: 61_000 });
  expect((await account.sendText(`+${ana}`, 'a minute later')).status).toBe(200);
  expect((await account.control('GET', 'faults')).body).toEqual({ faults: {} });
});
