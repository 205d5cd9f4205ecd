import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, textBody } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

describe('the controls of a sandbox', () => {
  let world: World;
  let phoneId: string;
  beforeAll(async () => {
    world = await testWorld();
    phoneId = (await world.api('GET /api/sandbox')).body.phones[0]?.id ?? '';
  });
  afterAll(() => world.close());

  const phone = () => ({ phone_id: phoneId });
  const count = async () => (await world.api('GET /api/contacts/count', { query: {} })).body.count;
  /** The conversation of the first phone, once it holds these words: what is last in it depends on what was on its way. */
  const threadThatSays = (words: string) =>
    until(async () => {
      const { data } = (await world.api('GET /api/threads')).body;
      const thread = data.find(({ contact }) => contact.phone_number === phoneId);
      if (thread === undefined) return null;
      const messages = (await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } })).body.data;
      return messages.some(({ text }) => text?.body === words) ? thread : null;
    });
  const raw = (method: string, path: string, init: RequestInit = {}) =>
    fetch(`${world.server.url}${path}`, {
      ...init,
      method,
      headers: { authorization: `Bearer ${world.token}`, ...init.headers },
    });

  test('its clock is shared by channel and simulator, and the window follows it', async () => {
    const moved = await world.api('PUT /api/sandbox/clock', { body: { offset_ms: 90_000_000 } });
    expect(moved.body.clock_offset_ms).toBe(90_000_000);
    const written = await world.api('POST /api/sandbox/phones/{phone_id}/messages', {
      params: phone(),
      body: { type: 'text', text: { body: 'Tomorrow' } },
    });
    expect(Date.parse(written.body.timestamp) - Date.now()).toBeGreaterThan(89_000_000);
    expect((await world.api('PUT /api/sandbox/clock', { body: { offset_ms: 1e15 } })).status).toBe(422);
    await world.api('PUT /api/sandbox/clock', { body: { offset_ms: 0 } });
    expect((await world.api('GET /api/sandbox')).body.channel.clock_offset_ms).toBe(0);
  });

  test('faults are set one by one and ended; those of a doctor are unaffected', async () => {
    const set = (body: object) => world.api('PUT /api/sandbox/faults', { body });
    expect((await set({ next_send_error: 131049, duplicate: true })).body).toMatchObject({
      next_send_error: 131049,
      duplicate: true,
      disorder: false,
    });
    expect((await set({ next_send_error: null, late_ms: 8000 })).body).toMatchObject({
      next_send_error: null,
      duplicate: true,
      late_ms: 8000,
    });
    expect((await set({ duplicate: false, late_ms: 0 })).body).toMatchObject({ duplicate: false, late_ms: 0 });
    expect((await set({ wings: true })).status).toBe(422);
  });

  test('a file of the customer is returned byte by byte', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
    const kept = await raw('POST', '/api/sandbox/media', { body: bytes, headers: { 'content-type': 'image/png' } });
    expect(kept.status).toBe(201);
    const { id, mime_type, size_bytes } = (await kept.json()) as { id: string; mime_type: string; size_bytes: number };
    expect([mime_type, size_bytes]).toEqual(['image/png', 7]);
    const written = await world.api('POST /api/sandbox/phones/{phone_id}/messages', {
      params: phone(),
      body: { type: 'image', image: { id } },
    });
    expect(written.status).toBe(201);
    const back = await raw('GET', `/api/sandbox/media/${id}`);
    expect(back.headers.get('content-type')).toBe('application/octet-stream');
    expect(back.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await raw('GET', '/api/sandbox/media/12345')).status).toBe(404);
  });

  test.each<[string, object]>([
    ['no content', { type: 'image' }],
    ['a file nobody uploaded', { type: 'image', image: { id: '1' } }],
    ['no such type', { type: 'song', song: {} }],
    ['an edit of nobody’s message', { type: 'edit', edit: { original_message_id: 'x', message: { type: 'text' } } }],
    ['an empty text', { type: 'text', text: { body: '' } }],
  ])('%s is rejected with a message', async (_name, body) => {
    const answer = await world.api('POST /api/sandbox/phones/{phone_id}/messages', {
      params: phone(),
      body: body as { type: 'unsupported' },
    });
    expect(answer.status).toBe(422);
  });

  test('a webhook in the traffic is posted again and changes nothing', async () => {
    const words = `said once ${crypto.randomUUID()}`;
    await world.api('POST /api/sandbox/phones/{phone_id}/messages', {
      params: phone(),
      body: { type: 'text', text: { body: words } },
    });
    const thread = await threadThatSays(words);
    const entry = await until(async () =>
      (await world.api('GET /api/sandbox/traffic')).body.data.find(
        ({ direction, request }) => direction === 'out' && request.includes(words),
      ),
    );
    expect(entry.replayable).toBe(true);
    const params = { cursor: entry.cursor };
    expect((await world.api('POST /api/sandbox/traffic/{cursor}/replay', { params })).body).toEqual({ status: 200 });
    // What is said afterwards comes after the repetition.
    const last = `after it ${crypto.randomUUID()}`;
    await world.api('POST /api/sandbox/phones/{phone_id}/messages', {
      params: phone(),
      body: { type: 'text', text: { body: last } },
    });
    await threadThatSays(last);
    const { data } = (await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } })).body;
    expect(data.filter(({ text }) => text?.body === words)).toHaveLength(1);
  });

  test('its contacts are marked, listed, left out of counts and exports, created once, and deleted by a reset', async () => {
    const real = await world.api('POST /api/contacts', { body: { phone_number: '+447700900777', name: 'Real' } });
    expect(real.status).toBe(201);
    const before = await count();
    const make = () => world.api('POST /api/sandbox/people', { body: { from: 0, count: 30 } });
    expect((await make()).body).toEqual({ people: 30 });
    expect((await make()).body).toEqual({ people: 30 });
    expect((await world.api('GET /api/sandbox')).body.people).toBe(30);
    expect(await count()).toBe(before);
    const lists = (await world.api('GET /api/contact-lists')).body;
    const list = lists.find(({ name }) => name === 'Sandbox contacts');
    expect(list).toMatchObject({ member_count: 0, sandbox_count: 30 });
    const { data } = (await world.api('GET /api/contacts', { query: { contact_list_id: list?.id, limit: 50 } })).body;
    expect(data).toHaveLength(30);
    expect(data.every(({ sandbox }) => sandbox === true)).toBe(true);
    const csv = await (await raw('GET', '/api/contacts/export')).text();
    expect(csv).toContain('Real');
    expect(csv).not.toContain('9990000000');
    expect(csv).not.toContain('Layla');

    expect((await world.api('POST /api/sandbox/people', { body: { from: 49_999, count: 2 } })).status).toBe(422);
    expect((await world.api('POST /api/sandbox/reset', { body: { confirm: true } })).status).toBe(204);
    expect((await world.api('GET /api/sandbox')).body.people).toBe(0);
    const left = (await world.api('GET /api/contacts', { query: { limit: 100 } })).body.data;
    expect(left.filter(({ sandbox }) => sandbox === true)).toEqual([]);
    expect(left.map(({ name }) => name)).toContain('Real');
    expect(await count()).toBe(before);
  });

  test('a customer changes their number: the conversation stays one, and a number that is taken is refused', async () => {
    const made = await world.api('POST /api/sandbox/phones', { body: { name: 'Noor Haddad' } });
    const write = (phone_id: string, body: string) =>
      world.api('POST /api/sandbox/phones/{phone_id}/messages', {
        params: { phone_id },
        body: { type: 'text', text: { body } },
      });
    const threadNow = async () =>
      (await world.api('GET /api/threads')).body.data.find(({ contact }) => contact.name === 'Noor Haddad');
    await write(made.body.id, 'I am moving soon');
    const before = await until(threadNow);
    const change = (phone_id: string, phone_number?: string) =>
      world.api('POST /api/sandbox/phones/{phone_id}/number', { params: { phone_id }, body: { phone_number } });
    expect((await change(made.body.id, '12')).status).toBe(422);
    expect((await change('447700900001')).status).toBe(404);
    const moved = await change(made.body.id, '+447700900888');
    expect(moved.body).toMatchObject({ id: '447700900888', name: 'Noor Haddad' });
    const after = await until(async () => {
      const thread = await threadNow();
      return thread?.contact.phone_number === '447700900888' ? thread : null;
    });
    expect(after.id).toBe(before.id);
    expect((await change(phoneId, '+447700900888')).status).toBe(422);
  });

  test('its conversations do not count for reply times, its contacts not for duplicates', async () => {
    const replies = async () => {
      const { data } = (await world.api('GET /api/team')).body;
      return data.find(({ user_id }) => user_id === world.user.uid)?.first_replies ?? 0;
    };
    const before = await replies();
    // Not a number that was left within this second: its messages still belong to the previous owner.
    const made = await world.api('POST /api/sandbox/phones', {
      body: { name: 'Ines Duarte Silva', phone_number: '+447700900666' },
    });
    await world.api('POST /api/sandbox/phones/{phone_id}/messages', {
      params: { phone_id: made.body.id },
      body: { type: 'text', text: { body: 'Is anybody there?' } },
    });
    const thread = await until(async () =>
      (await world.api('GET /api/threads')).body.data.find(({ contact }) => contact.name === 'Ines Duarte Silva'),
    );
    expect((await world.api('POST /api/messages', { body: textBody(thread, 'I am') })).status).toBe(201);
    expect(await replies()).toBe(before);
    // The same for a customer outside of it counts.
    const real = await customerWrites(world);
    expect((await world.api('POST /api/messages', { body: textBody(real, 'I am') })).status).toBe(201);
    expect(await replies()).toBe(before + 1);

    const namesake = { phone_number: '+447700900779', name: 'Ines Duarte Silva' };
    const { id } = (await world.api('POST /api/contacts', { body: namesake })).body;
    expect((await world.api('GET /api/contacts/{id}/duplicates', { params: { id } })).body.data).toEqual([]);
    const another = { phone_number: '+447700900780', name: 'Ines Duarte Silva' };
    const second = (await world.api('POST /api/contacts', { body: another })).body;
    const { data } = (await world.api('GET /api/contacts/{id}/duplicates', { params: { id } })).body;
    expect(JSON.stringify(data)).toContain(second.id);
    expect(data).toHaveLength(1);
  });

  test('a call in the traffic is repeated; the team’s own message stays one', async () => {
    const words = `sent twice ${crypto.randomUUID()}`;
    const write = { type: 'text' as const, text: { body: 'Do write to me' } };
    await world.api('POST /api/sandbox/phones/{phone_id}/messages', { params: phone(), body: write });
    const thread = await until(async () =>
      (await world.api('GET /api/threads')).body.data.find(({ contact }) => contact.phone_number === phoneId),
    );
    const sent = await world.api('POST /api/messages', { body: textBody(thread, words) });
    const statusOf = async () => (await world.api('GET /api/messages/{id}', { params: { id: sent.body.id } })).body;
    await until(async () => (await statusOf()).status >= 2);
    const wamid = (await statusOf()).provider_message_id;
    const entry = await until(async () =>
      (await world.api('GET /api/sandbox/traffic')).body.data.find(
        ({ direction, request }) => direction === 'in' && request.includes(words),
      ),
    );
    expect(entry.replayable).toBe(true);
    const replay = () => world.api('POST /api/sandbox/traffic/{cursor}/replay', { params: { cursor: entry.cursor } });
    expect((await replay()).body).toEqual({ status: 200 });
    const onPhone = async () => {
      const key = 'GET /api/sandbox/phones/{phone_id}/updates';
      const { messages } = (await world.api(key, { params: phone(), query: { timeout: 0 } })).body;
      return messages.filter(({ content }) => content['body'] === words).length;
    };
    await until(async () => (await onPhone()) === 2);
    const { data } = (await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } })).body;
    expect(data.filter(({ text }) => text?.body === words)).toHaveLength(1);
    expect((await statusOf()).provider_message_id).toBe(wamid);
  });

  test('a contact that appears outside of the sandbox is real from then on', async () => {
    const number = '447700900555';
    const made = await world.api('POST /api/sandbox/phones', { body: { name: 'Both', phone_number: `+${number}` } });
    await world.api('POST /api/sandbox/phones/{phone_id}/messages', {
      params: { phone_id: made.body.id },
      body: { type: 'text', text: { body: 'from the sandbox' } },
    });
    const find = async () =>
      (await world.api('GET /api/contacts', { query: { search: number } })).body.data.find(
        ({ phone_number }) => phone_number === number,
      );
    expect((await until(find)).sandbox).toBe(true);
    const before = await count();
    await customerWrites(world, number, 'from the world');
    await until(async () => (await find())?.sandbox === undefined);
    expect(await count()).toBe(before + 1);
  });

  test('while one account’s sandbox is flooded, another account’s inbox works, and no message of either is lost', async () => {
    const { createAuth } = await import('../../../testing/auth.ts');
    const auth = await createAuth(world.server.platform);
    const { uid, sid } = world.user;
    const bare = world.apiAs(await auth.idTokens.sign({ uid, sid, account: null }));
    const made = await bare('POST /api/clients', { body: { name: 'Loud', country: 'GB', time_zone: 'Europe/London' } });
    const clientId = made.body.client_id;
    const loud = world.apiAs(await auth.idTokens.sign({ uid, sid, account: { clientId, role: 'Owner' } }));
    const [phone] = (await loud('GET /api/sandbox')).body.phones;
    const params = { phone_id: phone?.id ?? '' };
    let flooding = true;
    const flood = async () => {
      let written = 0;
      while (flooding) {
        const slice = Array.from({ length: 20 }, (_one, at) =>
          loud('POST /api/sandbox/phones/{phone_id}/messages', {
            params,
            body: { type: 'text', text: { body: `loud ${written + at}` } },
          }),
        );
        for (const { status } of await Promise.all(slice)) if (status === 201) written += 1;
      }
      return written;
    };
    const flooded = flood();
    // Each is seen during the flood, which ends after the last one.
    for (let n = 0; n < 10; n += 1) await customerWrites(world);
    flooding = false;
    const written = await flooded;
    expect(written).toBeGreaterThan(0);
    const arrived = async () => {
      const text = `select count(*)::int as n from messages where client_id = $1 and direction = 'INCOMING'`;
      return (await world.server.owner.query<{ n: number }>(text, [clientId])).rows[0]?.n;
    };
    await until(async () => (await arrived()) === written, 60_000);
  });
});
