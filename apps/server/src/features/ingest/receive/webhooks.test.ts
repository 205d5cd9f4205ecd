import { createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { parseWebhook, type WebhookEvent } from '@parley/whatsapp-client';
import {
  buildWebhook,
  type Destination,
  type FixtureName,
  fixture,
  fixtureIds,
  fixtureNames,
  signedBody,
  textFromCustomer,
} from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, insertOutgoing, untilApplied } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { createUser } from '../../../testing/users.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';

const verifyToken = 'verify-token-of-the-test';
const { wabaId, phoneNumberId, displayPhoneNumber } = fixtureIds;

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const sign = (body: Buffer, secret = world.appSecret) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const count = async (sql: string, values: unknown[] = []) =>
  Number((await world.server.owner.query<{ n: string }>(`select count(*) as n from ${sql}`, values)).rows[0]?.n);
const oneText = (body: string, from = freshPhone(), id = freshWamid()) =>
  textFromCustomer({ id, from, body, timestampS: nowS() });
const bytesOf = (...texts: string[]) =>
  signedBody(
    {
      object: 'whatsapp_business_account',
      entry: texts.flatMap((text) => {
        const { entry } = buildWebhook({ wabaId, phoneNumberId, displayPhoneNumber }, oneText(text)) as {
          entry: unknown[];
        };
        return entry;
      }),
    },
    world.appSecret,
  );

describe('the handshake', () => {
  const ask = (query: string, channelId = world.channelId) =>
    fetch(`${world.server.url}/webhooks/whatsapp/${channelId}?${query}`);

  test('answers the challenge with plain text when the token is right', async () => {
    const answer = await ask(`hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${verifyToken}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(await answer.text()).toBe('1158201444');
  });

  test.each([
    ['a wrong token', 'hub.mode=subscribe&hub.challenge=1&hub.verify_token=wrong'],
    ['no token', 'hub.mode=subscribe&hub.challenge=1'],
    ['an empty token', 'hub.mode=subscribe&hub.challenge=1&hub.verify_token='],
    ['the token twice', `hub.mode=subscribe&hub.challenge=1&hub.verify_token=${verifyToken}&hub.verify_token=x`],
    ['another mode', `hub.mode=unsubscribe&hub.challenge=1&hub.verify_token=${verifyToken}`],
    ['no challenge', `hub.mode=subscribe&hub.verify_token=${verifyToken}`],
    ['nothing at all', ''],
  ])('%s is refused', async (_name, query) => {
    const answer = await ask(query);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { code: 'forbidden' } });
  });

  test('an unknown channel is 404', async () => {
    const query = `hub.mode=subscribe&hub.challenge=1&hub.verify_token=${verifyToken}`;
    expect((await ask(query, randomUUID())).status).toBe(404);
  });
});

describe('rejected requests', () => {
  test.each([
    ['a random id', () => randomUUID()],
    ['no id at all', () => 'nothing'],
    ['another shape', () => '1'.repeat(250)],
    ['a path in it', () => '..%2f..%2fapi'],
    ['NUL', () => '%00'],
  ])('an unknown channel (%s) is 404 and stores nothing', async (_name, id) => {
    const { body, signature } = bytesOf('Hello');
    const before = await count('webhook_events');
    const answer = await world.postWebhook(body, signature, id());
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining('not found') },
    });
    expect(await count('webhook_events')).toBe(before);
  });

  test('the channel id may be in capitals', async () => {
    const { body, signature } = bytesOf('Hello');
    expect((await world.postWebhook(body, signature, world.channelId.toUpperCase())).status).toBe(200);
  });

  test('a missing, wrong or foreign signature is 401 and counted, and its body is not stored', async () => {
    const { body, signature } = bytesOf('Hello');
    const before = await count('webhook_events');
    const wrong = [
      null,
      '',
      'sha256=',
      `sha256=${'0'.repeat(64)}`,
      signature.slice(0, -1),
      signature.replace('sha256', 'sha1'),
      sign(body, 'another secret'),
      sign(Buffer.concat([body, Buffer.from(' ')])),
    ];
    for (const header of wrong) {
      const answer = await world.postWebhook(body, header);
      expect(answer.status, String(header)).toBe(401);
      expect(await answer.json()).toMatchObject({ error: { code: 'unauthorized' } });
    }
    expect(await count('webhook_events')).toBe(before);
    await until(async () => {
      const { rows } = await world.server.owner.query(
        'select bad_signatures from webhook_counters where client_id = $1 and channel_id = $2',
        [world.clientId, world.channelId],
      );
      return Number(rows[0]?.bad_signatures) === wrong.length;
    });
  });

  test('any content type is accepted, also none', async () => {
    for (const type of ['application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded', null]) {
      const { body, signature } = bytesOf(`as ${type}`);
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const call = request(
          `${world.server.url}/webhooks/whatsapp/${world.channelId}`,
          {
            method: 'POST',
            headers: { 'x-hub-signature-256': signature, ...(type === null ? {} : { 'content-type': type }) },
          },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        );
        call.on('error', reject);
        call.end(body);
      });
      expect(status, String(type)).toBe(200);
    }
  });

  test('3 MB are stored and applied, 4 MB are stored, one byte more is 413', async () => {
    const padded = (sizeBytes: number, text: string) => {
      const { body } = bytesOf(text);
      const full = Buffer.concat([body, Buffer.alloc(sizeBytes - body.length, ' ')]);
      return { body: full, signature: sign(full) };
    };
    const text = `three megabytes ${randomUUID()}`;
    const taken = padded(3_000_000, text);
    expect((await world.postWebhook(taken.body, taken.signature)).status).toBe(200);
    const largest = padded(4 * 1_048_576, 'largest');
    expect((await world.postWebhook(largest.body, largest.signature)).status).toBe(200);
    const before = await count('webhook_events');
    const tooLarge = padded(4 * 1_048_576 + 1, 'too large');
    const refused = await world.postWebhook(tooLarge.body, tooLarge.signature);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ error: { code: 'payload_too_large' } });
    expect(await count('webhook_events')).toBe(before);
    await untilApplied(world.server.owner);
    expect(await count("messages where content->>'body' = $1", [text])).toBe(1);
  });
});

describe('unreadable deliveries with the right signature', () => {
  test.each([
    ['cut off', '{"object":"whatsapp_business_account","entry":[{"id":', 'unreadable_json'],
    ['empty', '', 'unreadable_json'],
    ['not JSON', 'hello=1', 'unreadable_json'],
    ['raw bytes', Buffer.from([0, 0xff, 0xfe, 0]), 'unreadable_json'],
    ['a list', '[]', 'not_an_object'],
    ['of another product', '{"object":"instagram","entry":[]}', 'not_whatsapp'],
    ['without entries', '{"object":"whatsapp_business_account"}', 'no_entries'],
    ['nested 100,000 deep', `${'['.repeat(100_000)}`, 'unreadable_json'],
  ])('%s is 200, stored and flagged', async (_name, content, reason) => {
    const body = Buffer.from(content);
    const before = await count('webhook_refusals where client_id = $1 and reason = $2', [world.clientId, reason]);
    expect((await world.postWebhook(body, sign(body))).status).toBe(200);
    await untilApplied(world.server.owner);
    expect(await count('webhook_events where body = $1', [body])).toBeGreaterThanOrEqual(1);
    expect(await count('webhook_refusals where client_id = $1 and reason = $2', [world.clientId, reason])).toBe(
      before + 1,
    );
  });
});

describe('characters that PostgreSQL cannot store', () => {
  test('NUL and lone surrogates in valid deliveries become U+FFFD and are flagged; other parts are unchanged', async () => {
    const bad = ['before\u0000after', 'half \ud83d of a pair', '\udc4d the other half'];
    const good = ['a 👍 whole pair', 'plain', 'Olá'];
    const from = freshPhone();
    const posts = [...bad, ...good].map((text) => world.deliver(oneText(text, from)));
    const mixed = bytesOf('good in front', 'bad\u0000in the middle', 'good behind');
    expect(
      new Set([...(await Promise.all(posts)), (await world.postWebhook(mixed.body, mixed.signature)).status]),
    ).toEqual(new Set([200]));
    await untilApplied(world.server.owner);
    const { rows } = await world.server.owner.query<{ body: string; flags: string[] | null }>(
      `select content->>'body' as body, flags from messages where client_id = $1 and ("to" = $2 or content->>'body' ~ 'good |bad')`,
      [world.clientId, from],
    );
    const found = new Map(rows.map((row) => [row.body, row.flags]));
    for (const text of [
      'before\ufffdafter',
      'half \ufffd of a pair',
      '\ufffd the other half',
      'bad\ufffdin the middle',
    ])
      expect(found.get(text), text).toEqual(['sanitized']);
    for (const text of [...good, 'good in front', 'good behind']) expect(found.get(text), text).toBeNull();
    expect(
      await count("webhook_refusals where client_id = $1 and reason = 'flagged_sanitized'", [world.clientId]),
    ).toBe(4);
    expect(await count("webhook_refusals where client_id = $1 and reason = 'could_not_apply'", [world.clientId])).toBe(
      0,
    );
  });

  test('in names and ids too', async () => {
    const from = freshPhone();
    const value = textFromCustomer({ id: freshWamid(), from, body: 'Hello', name: 'A\u0000na', timestampS: nowS() });
    await world.deliver(value);
    await untilApplied(world.server.owner);
    const { rows } = await world.server.owner.query(
      'select name from contacts where client_id = $1 and phone_number = $2',
      [world.clientId, from],
    );
    expect(rows).toEqual([{ name: 'A\ufffdna' }]);
  });
});

/** An update about an account, a template or a customer must be visible in the row it changed. */
async function hasTakenEffect(event: Extract<WebhookEvent, { kind: 'update' | 'account_error' }>): Promise<boolean> {
  const facts = 'channel_facts where client_id = $1 and provider_at >= to_timestamp($2)';
  if (event.kind === 'account_error') return (await count(facts, [world.clientId, 0])) > 0;
  const { update } = event;
  if (update.kind === 'template') {
    return (await count('templates where client_id = $1 and name = $2', [world.clientId, update.name])) > 0;
  }
  if (update.kind === 'echo' || update.kind === 'history') {
    return (await count('messages where provider_message_id = $1', [update.message.providerId])) === 1;
  }
  if (update.kind === 'preference') return (await count('suppressions where client_id = $1', [world.clientId])) > 0;
  if (update.kind === 'app_contact') {
    return (await count('contacts where client_id = $1 and phone_number = $2', [world.clientId, update.phone])) === 1;
  }
  return (await count(facts, [world.clientId, event.routing.entryTimeS ?? 0])) > 0;
}

/** An event of a delivery must be stored as a message, a status event, a parked status or a refusal. */
async function isAccountedFor(
  event: WebhookEvent,
  part: number,
  seq: { partition: number; seq: number },
): Promise<boolean> {
  const refused = await count('webhook_refusals where partition = $1 and seq = $2 and part = $3', [
    seq.partition,
    seq.seq,
    part,
  ]);
  if (refused > 0) return true;
  if (event.kind === 'message') {
    const { reaction } = event.message;
    if (reaction !== undefined) {
      const set = "messages where provider_message_id = $1 and coalesce(reaction->'theirs'->>'emoji', '') = $2";
      return (await count(set, [reaction.providerMessageId, reaction.emoji])) === 1;
    }
    const { amends } = event.message;
    if (amends !== undefined) {
      const amended = "messages where provider_message_id = $1 and extras ?| array['edited_at', 'revoked_at']";
      return (await count(amended, [amends.providerMessageId])) === 1;
    }
    return (await count('messages where provider_message_id = $1', [event.message.providerId])) === 1;
  }
  if (event.kind === 'update' || event.kind === 'account_error') return hasTakenEffect(event);
  if (event.kind !== 'status') return false;
  const word = typeof event.status.status === 'string' ? event.status.status : event.status.status.unknown;
  const stored = await count(
    'message_events e join messages m on m.client_id = e.client_id and m.id = e.message_id where e.status = $1 and (m.provider_message_id = $2 or m.id::text = $3)',
    [word, event.status.providerId, event.status.opaque],
  );
  return (
    stored > 0 ||
    (await count('parked_statuses where status = $1 and provider_message_id = $2', [word, event.status.providerId])) > 0
  );
}

describe('every documented delivery', () => {
  beforeAll(async () => {
    await insertOutgoing(world, await customerWrites(world), { id: fixtureIds.messageId });
  });

  test.each(fixtureNames)('%s is stored as message, status or refusal', async (name: FixtureName) => {
    const { raw } = fixture(name);
    const { body, signature } = signedBody(raw, world.appSecret);
    expect((await world.postWebhook(body, signature)).status).toBe(200);
    await untilApplied(world.server.owner);
    const { rows } = await world.server.owner.query<{ partition: number; seq: number }>(
      'select partition, seq from webhook_events where body = $1 order by received_at desc limit 1',
      [body],
    );
    const place = rows[0];
    if (place === undefined) throw new Error('the delivery was not kept');
    const parsed = parseWebhook(body);
    if (!parsed.ok) {
      expect(
        await count('webhook_refusals where partition = $1 and seq = $2 and reason = $3', [
          place.partition,
          place.seq,
          parsed.reason,
        ]),
      ).toBe(1);
      return;
    }
    expect(parsed.events.length).toBeGreaterThan(0);
    for (const [part, event] of parsed.events.entries())
      expect(await isAccountedFor(event, part, place), `event ${part}: ${JSON.stringify(event)}`).toBe(true);
    expect(
      await count("webhook_refusals where partition = $1 and seq = $2 and reason = 'could_not_apply'", [
        place.partition,
        place.seq,
      ]),
    ).toBe(0);
  });

  test('the statistics agree: received equals stored plus refused', async () => {
    const { rows } = await world.server.owner.query<Record<'received' | 'stored' | 'refused', string>>(
      `select sum(received) as received, sum(stored) as stored, sum(refused) as refused from webhook_statistics where client_id = $1`,
      [world.clientId],
    );
    const [counts] = rows;
    expect(Number(counts?.received)).toBe(Number(counts?.stored) + Number(counts?.refused));
    expect(Number(counts?.stored)).toBeGreaterThan(0);
    expect(await count('webhook_refusals where client_id = $1 and not stored', [world.clientId])).toBe(
      Number(counts?.refused),
    );
  });

  test('is returned by the API afterwards, and matches the contract', async () => {
    let cursor: string | null | undefined;
    let read = 0;
    do {
      const threads = await world.api('GET /api/threads', { query: { limit: 200, ...(cursor ? { cursor } : {}) } });
      expect(threads.status).toBe(200);
      for (const thread of threads.body.data) {
        const messages = await world.api('GET /api/threads/{id}/messages', {
          params: { id: thread.id },
          query: { limit: 200 },
        });
        expect(messages.status, JSON.stringify(messages.body)).toBe(200);
        read += messages.body.data.length;
        // A group is nobody's contact.
        const contact = await world.api('GET /api/contacts/{id}', { params: { id: thread.contact_id } });
        expect(contact.status).toBe(thread.group === undefined ? 200 : 404);
      }
      cursor = threads.body.next_cursor;
    } while (cursor);
    expect(read).toBe(await count('messages where client_id = $1', [world.clientId]));
  });
});

/** Updates of every kind that would change another account if they were trusted. */
function forged({ phoneNumberId: phone_number_id, displayPhoneNumber: display_phone_number }: Destination) {
  const metadata = { phone_number_id, display_phone_number };
  const template = { message_template_id: 1, message_template_name: 'a', message_template_language: 'en' };
  const said = {
    to: '447700900001',
    from: display_phone_number,
    id: freshWamid(),
    timestamp: String(nowS()),
    type: 'text',
  };
  return [
    ['account_update', { event: 'ACCOUNT_DELETED' }],
    ['message_template_status_update', { ...template, event: 'DISABLED' }],
    ['phone_number_quality_update', { display_phone_number, event: 'FLAGGED' }],
    ['user_preferences', { metadata, user_preferences: [{ wa_id: '447700900001', value: 'stop' }] }],
    ['smb_message_echoes', { metadata, message_echoes: [{ ...said, text: { body: 'forged' } }] }],
    ['messages', { metadata, errors: [{ code: 190, title: 'expired' }] }],
  ] as const;
}

describe('other accounts', () => {
  const tables = [
    'messages',
    'threads',
    'contacts',
    'contact_identities',
    'message_events',
    'parked_statuses',
    'changes',
    'webhook_refusals',
    'channels',
    'channel_facts',
    'suppressions',
    'templates',
  ];
  const checksums = async (clientId: string) => {
    const sums: Record<string, string | undefined> = {};
    for (const table of tables) {
      const { rows } = await world.server.owner.query<{ sum: string }>(
        `select coalesce(sum(hashtextextended(t::text, 0)), 0)::text || '/' || count(*) as sum
         from ${table} t where client_id = $1`,
        [clientId],
      );
      sums[table] = rows[0]?.sum;
    }
    return sums;
  };

  test('a number of another account with another secret is a refusal of the sender’s account and changes nothing', async () => {
    const { createAuth } = await import('../../../testing/auth.ts');
    const auth = await createAuth(world.server.platform);
    const other = await createUser(world.server.owner, 'Berta');
    const first = await auth.idTokens.sign({ uid: other.uid, sid: other.sid, account: null });
    const account = await world.apiAs(first)('POST /api/clients', {
      body: { name: 'Other shop', country: 'GB', time_zone: 'Europe/London' },
    });
    const otherId = account.body.client_id;
    const token = await auth.idTokens.sign({
      uid: other.uid,
      sid: other.sid,
      account: { clientId: otherId, role: 'Owner' },
    });
    const theirs = await world.apiAs(token)('POST /api/channels', {
      body: {
        kind: 'WHATSAPP',
        channel_label: 'Other shop',
        phone_number: '+4915510000000',
        phone_number_id: '300000000000001',
        waba_id: '300000000000002',
        access_token: 'a token that nobody knows',
        app_secret: 'the secret of the other app',
        verify_token: 'verify-token-of-the-other',
      },
    });
    expect(theirs.status).toBe(201);
    // The change feed gets its positions a moment after the channel was created.
    await until(async () => (await count('changes_new where client_id = $1', [otherId])) === 0);
    const before = await checksums(otherId);
    const { webhook_refusals: _before, ...oursBefore } = await checksums(world.clientId);
    const destination = {
      wabaId: '300000000000002',
      phoneNumberId: '300000000000001',
      displayPhoneNumber: '4915510000000',
    };
    const { body, signature } = signedBody(buildWebhook(destination, oneText('for somebody else')), world.appSecret);
    expect((await world.postWebhook(body, signature)).status).toBe(200);
    for (const [field, value] of forged(destination)) {
      const change = {
        object: 'whatsapp_business_account',
        entry: [{ id: destination.wabaId, changes: [{ field, value }] }],
      };
      const statusBody = signedBody(change, world.appSecret);
      expect((await world.postWebhook(statusBody.body, statusBody.signature)).status).toBe(200);
    }
    await untilApplied(world.server.owner);
    expect(await checksums(otherId)).toEqual(before);
    const { webhook_refusals: _after, ...oursAfter } = await checksums(world.clientId);
    expect(oursAfter).toEqual(oursBefore);
    const { rows } = await world.server.owner.query(
      "select channel_id, detail from webhook_refusals where client_id = $1 and reason = 'not_for_this_app' order by received_at desc limit 1",
      [world.clientId],
    );
    expect(rows[0]).toMatchObject({ channel_id: world.channelId });
    expect(
      await count("webhook_refusals where client_id = $1 and reason = 'not_for_this_app'", [world.clientId]),
    ).toBeGreaterThan(forged(destination).length);
    // The opposite: their address with their secret, our number.
    const reversed = signedBody(
      buildWebhook({ wabaId, phoneNumberId, displayPhoneNumber }, oneText('from somebody else')),
      'the secret of the other app',
    );
    const ours = await checksums(world.clientId);
    expect((await world.postWebhook(reversed.body, reversed.signature, theirs.body.id)).status).toBe(200);
    expect((await world.postWebhook(reversed.body, reversed.signature)).status).toBe(401);
    await untilApplied(world.server.owner);
    expect(await checksums(world.clientId)).toEqual(ours);
    expect(await count("webhook_refusals where client_id = $1 and reason = 'not_for_this_app'", [otherId])).toBe(1);
  });

  test('of two channels with one secret each gets the messages to its own number, whichever address they were posted to', async () => {
    const second = await world.api('POST /api/channels', {
      body: {
        kind: 'WHATSAPP',
        channel_label: 'Second number',
        phone_number: '+15550002222',
        phone_number_id: '106540000000009',
        waba_id: wabaId,
        access_token: 'a token that nobody knows',
        app_secret: world.appSecret,
        verify_token: verifyToken,
      },
    });
    const from = freshPhone();
    const { body, signature } = signedBody(
      buildWebhook(
        { wabaId, phoneNumberId: '106540000000009', displayPhoneNumber: '15550002222' },
        oneText('to the second', from),
      ),
      world.appSecret,
    );
    await until(async () => (await world.postWebhook(body, signature, second.body.id)).status === 200);
    await world.postWebhook(body, signature);
    await untilApplied(world.server.owner);
    const { rows } = await world.server.owner.query(
      'select channel_id from messages where client_id = $1 and "to" = $2',
      [world.clientId, from],
    );
    expect(rows).toEqual([{ channel_id: second.body.id }]);
  });

  test('a deleted channel receives nothing more; deliveries stored earlier are refused, not lost', async () => {
    const made = await world.api('POST /api/channels', {
      body: {
        kind: 'WHATSAPP',
        channel_label: 'Short life',
        phone_number: '+15550003333',
        phone_number_id: '106540000000010',
        waba_id: wabaId,
        access_token: 'a token that nobody knows',
        app_secret: 'secret of a short life',
        verify_token: verifyToken,
      },
    });
    const destination = { wabaId, phoneNumberId: '106540000000010', displayPhoneNumber: '15550003333' };
    const from = freshPhone();
    const { body, signature } = signedBody(
      buildWebhook(destination, oneText('in time', from)),
      'secret of a short life',
    );
    await until(async () => (await world.postWebhook(body, signature, made.body.id)).status === 200);
    await untilApplied(world.server.owner);
    expect((await world.api('DELETE /api/channels/{id}', { params: { id: made.body.id } })).status).toBe(204);
    expect((await world.postWebhook(body, signature, made.body.id)).status).toBe(404);
    // Stored just before the deletion, applied after it.
    await world.server.owner.query(
      `with p as (insert into ingest_partitions (holder, lease_until) values (gen_random_uuid(), now()) returning partition)
       insert into webhook_events (partition, seq, channel_id, client_id, body) select partition, 1, $1, $2, $3 from p`,
      [made.body.id, world.clientId, signedBody(buildWebhook(destination, oneText('too late', from)), 'x').body],
    );
    await untilApplied(world.server.owner);
    expect(await count('messages where client_id = $1 and "to" = $2', [world.clientId, from])).toBe(1);
    expect(
      await count("webhook_refusals where client_id = $1 and channel_id = $2 and reason = 'not_for_this_app'", [
        world.clientId,
        made.body.id,
      ]),
    ).toBe(1);
  });
});
