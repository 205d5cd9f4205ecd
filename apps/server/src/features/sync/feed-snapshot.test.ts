// @module-tag data
import type { Change, Channel, Contact, Message, Thread } from '@parley/contract/types';
import { statusOfOurs, textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWrites, getMessage, queryAsOwner, textBody, untilApplied } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testRandom } from '../../testing/random.ts';
import { type SyncConnection, signInSyncConnection } from '../../testing/sync-connection.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

type Known = {
  channels: Map<string, Channel>;
  contacts: Map<string, Contact>;
  messages: Map<string, Message>;
  threads: Map<string, Thread>;
};
const collections = ['channels', 'contacts', 'messages', 'threads'] as const;

/** Everything of the account as its lists and GET routes return it now. */
async function snapshot(): Promise<Known> {
  const known: Known = { channels: new Map(), contacts: new Map(), messages: new Map(), threads: new Map() };
  for (const row of (await world.api('GET /api/channels', { query: { limit: 200 } })).body.data)
    known.channels.set(row.id, row);
  let cursor: string | null | undefined;
  do {
    const page = (await world.api('GET /api/threads', { query: { limit: 7, ...(cursor ? { cursor } : {}) } })).body;
    for (const row of page.data) known.threads.set(row.id, row);
    cursor = page.next_cursor;
  } while (cursor);
  for (const thread of known.threads.values()) {
    known.contacts.set(
      thread.contact_id,
      (await world.api('GET /api/contacts/{id}', { params: { id: thread.contact_id } })).body,
    );
    let before: string | null | undefined;
    do {
      const page = (
        await world.api('GET /api/threads/{id}/messages', {
          params: { id: thread.id },
          query: { limit: 5, ...(before ? { cursor: before } : {}) },
        })
      ).body;
      for (const row of page.data) known.messages.set(row.id, row);
      before = page.next_cursor;
    } while (before);
  }
  return known;
}

/** Applies a change like a browser: by version, whatever the order. */
function apply(known: Known, change: Change): void {
  const rows = collections.includes(change.collection as (typeof collections)[number])
    ? (known[change.collection as keyof Known] as Map<string, { version: number }>)
    : undefined;
  if (rows === undefined) return;
  const present = rows.get(change.id);
  if (present !== undefined && present.version > change.version) return;
  if (change.data === null) rows.delete(change.id);
  else rows.set(change.id, change.data as { version: number });
}

/** Values that a thread row copies from other rows are compared in those rows, newest version first. */
function withoutRepeats(known: Known): unknown {
  return {
    channels: Object.fromEntries(known.channels),
    contacts: Object.fromEntries(known.contacts),
    messages: Object.fromEntries(known.messages),
    threads: Object.fromEntries(
      [...known.threads].map(([id, thread]) => {
        const last = known.messages.get(thread.last_message_id ?? '');
        const contact = known.contacts.get(thread.contact_id);
        return [
          id,
          {
            ...thread,
            last_message: last === undefined ? null : { id: last.id, status: last.status, send_state: last.send_state },
            contact: contact?.name,
          },
        ];
      }),
    ),
  };
}

const settled = async () => {
  await untilApplied(world.server.owner);
  await until(async () => {
    const [row] = await queryAsOwner<{ n: number }>(
      world.server.owner,
      "select (select count(*) from changes_new)::int + (select count(*) from triggers where state <> 'done')::int as n",
    );
    return row?.n === 0;
  }, 90_000);
};
/** The feed's position, and the number of changes without one. */
const position = async () => {
  const [row] = await queryAsOwner<{ pos: string; waiting: number }>(
    world.server.owner,
    'select pos::text, (select count(*)::int from changes_new) as waiting from change_counters where client_id = $1',
    [world.clientId],
  );
  if (row === undefined) throw new Error('the account has no place in its feed');
  return row;
};
const caughtUp = async (live: SyncConnection, pos: string) =>
  until(async () => live.frames.some((frame) => frame.type === 'changes' && Number(frame.cursor) >= Number(pos)));
/** A snapshot during which nothing changed, with every earlier frame applied: late statuses arrive at any time. */
async function snapshotAtRest(live: SyncConnection, known: Known): Promise<Known> {
  for (;;) {
    await settled();
    const { pos } = await position();
    await caughtUp(live, pos);
    const fresh = await snapshot();
    for (const change of live.changes()) apply(known, change);
    const after = await position();
    if (after.pos === pos && after.waiting === 0) return fresh;
  }
}

test('an old snapshot with all later frames equals the new snapshot, whatever happened', async () => {
  const random = testRandom();
  const phones = Array.from({ length: 6 }, () => freshPhone());
  for (const phone of phones.slice(0, 3)) await customerWrites(world, phone);
  await settled();
  const cursor = (await world.api('GET /api/sync/poll')).body.cursor;
  const known = await snapshot();
  const live = await signInSyncConnection(world.server.url, world.token, cursor);
  const delayed = await signInSyncConnection(world.server.url, world.token, cursor);
  delayed.close();

  const steps: Array<() => Promise<unknown>> = [
    async () =>
      world.deliver(
        textFromCustomer({
          id: freshWamid(),
          from: phones[Math.floor(random() * 6)] ?? '',
          body: `words ${random()}`,
          name: 'Amara',
          timestampS: nowS() - Math.floor(random() * 50),
        }),
      ),
    async () => {
      const [thread] = (await world.api('GET /api/threads')).body.data.sort(() => random() - 0.5);
      if (thread !== undefined) await world.api('POST /api/messages', { body: textBody(thread, `answer ${random()}`) });
    },
    async () => {
      const [thread] = (await world.api('GET /api/threads')).body.data.sort(() => random() - 0.5);
      if (thread !== undefined) await world.api('POST /api/threads/{id}/read', { params: { id: thread.id } });
    },
    async () => {
      const [thread] = (await world.api('GET /api/threads')).body.data.sort(() => random() - 0.5);
      const body =
        random() < 0.5 ? { state: 'DONE' as const } : { assignee_id: random() < 0.5 ? world.user.uid : null };
      if (thread !== undefined)
        await world.api('PUT /api/threads/{id}', { params: { id: thread.id.toUpperCase() }, body });
    },
    async () => {
      const [row] = await queryAsOwner<{ id: string; provider_message_id: string }>(
        world.server.owner,
        'select id, provider_message_id from messages where provider_message_id is not null order by md5(id || $1) limit 1',
        [String(random())],
      );
      if (row === undefined) return;
      const emoji = random() < 0.3 ? '' : '👍';
      await world.api('POST /api/messages', {
        body: {
          channel_id: world.channelId,
          source: 'INBOX',
          type: 'reaction',
          reaction: { message_id: row.id.toUpperCase(), emoji },
        },
      });
      await world.deliver({
        contacts: [],
        messages: [
          {
            from: phones[0],
            id: freshWamid(),
            timestamp: String(nowS()),
            type: 'reaction',
            reaction: { message_id: row.provider_message_id, emoji },
          },
        ],
      });
    },
    async () => {
      const [row] = await queryAsOwner<{ id: string }>(
        world.server.owner,
        "select id from messages where direction = 'OUTGOING' order by md5(id || $1) limit 1",
        [String(random())],
      );
      if (row === undefined) return;
      await world.deliver({
        statuses: [
          statusOfOurs({
            id: freshWamid(),
            status: random() < 0.5 ? 'read' : 'failed',
            recipient: '1',
            timestampS: nowS(),
            messageId: row.id,
          }),
        ],
      });
      await world.api('POST /api/messages/{id}/retry', { params: { id: row.id.toUpperCase() } });
    },
    async () =>
      world.api('PUT /api/channels/{id}', {
        params: { id: world.channelId.toUpperCase() },
        body: { channel_label: `Kestrel ${Math.floor(random() * 1e6)}` },
      }),
  ];
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let n = 0; n < 25; n++) await steps[Math.floor(random() * steps.length)]?.();
    }),
  );
  const fresh = await snapshotAtRest(live, known);
  expect(withoutRepeats(known)).toEqual(withoutRepeats(fresh));
  // A client that was offline the whole time gets the same from the poll.
  const away = { channels: new Map(), contacts: new Map(), messages: new Map(), threads: new Map() } as Known;
  for (const [name, rows] of Object.entries(known)) if (name === 'never') away[name as keyof Known] = rows as never;
  let at = cursor;
  for (;;) {
    const { body } = await world.api('GET /api/sync/poll', { query: { cursor: at, timeout: 5 } });
    if (!('changes' in body) || body.changes.length === 0) break;
    for (const change of body.changes) apply(away, change as Change);
    at = body.cursor;
  }
  const touched = (rows: Map<string, unknown>, of: Map<string, unknown>) =>
    Object.fromEntries([...of.keys()].map((id) => [id, rows.get(id)]));
  for (const name of collections)
    expect(Object.fromEntries(away[name]), name).toEqual(touched(fresh[name], away[name]));
  live.close();
});

describe('the content of a frame', () => {
  test('is the row as its GET route returns it, for every collection', async () => {
    const live = await signInSyncConnection(world.server.url, world.token);
    const thread = await customerWrites(world, freshPhone(), 'hydrate me');
    const sent = await world.api('POST /api/messages', {
      body: textBody(thread, 'answer', { context: { message_id: thread.last_message_id } }),
    });
    await until(async () => (await getMessage(world, sent.body.id)).status === 2);
    await world.api('PUT /api/channels/{id}', {
      params: { id: world.channelId },
      body: { channel_label: 'Kestrel shop' },
    });
    await settled();
    await caughtUp(live, (await position()).pos);
    const last = (collection: string, id: string) =>
      live
        .changes()
        .filter((change) => change.collection === collection && change.id === id)
        .at(-1);
    expect(last('messages', sent.body.id)?.data).toEqual(await getMessage(world, sent.body.id));
    expect(last('messages', thread.last_message_id ?? '')?.data).toEqual(
      await getMessage(world, thread.last_message_id ?? ''),
    );
    const threadNow = (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
    expect({ ...(last('threads', thread.id)?.data as Thread), last_message: null }).toEqual({
      ...threadNow,
      last_message: null,
    });
    const contact = (await world.api('GET /api/contacts/{id}', { params: { id: thread.contact_id } })).body;
    expect(last('contacts', thread.contact_id)).toMatchObject({ marker: 'NEW', data: contact });
    const channel = (await world.api('GET /api/channels')).body.data.find((row) => row.id === world.channelId);
    expect(last('channels', world.channelId)?.data).toEqual(channel);
    for (const change of live.changes())
      if (change.data !== null) expect((change.data as { version: number }).version).toBe(change.version);
    live.close();
  });

  test('of a deleted row is its id, DELETED, without data; also when its id was in capitals', async () => {
    const live = await signInSyncConnection(world.server.url, world.token);
    const made = await world.api('POST /api/channels', {
      body: {
        kind: 'WHATSAPP',
        channel_label: 'Short life',
        phone_number: '+15550005555',
        phone_number_id: '106540000000055',
        waba_id: '2',
        access_token: 'a token that nobody knows',
        app_secret: 'secret of a short life',
        verify_token: 'verify-short',
      },
    });
    const { id } = made.body;
    await world.api('PUT /api/channels/{id}', { params: { id: id.toUpperCase() }, body: { channel_label: 'Renamed' } });
    await live.next('changes', (frame) =>
      frame.changes.some((change) => change.id === id && (change.data as Channel | null)?.channel_label === 'Renamed'),
    );
    await world.api('DELETE /api/channels/{id}', { params: { id: id.toUpperCase() } });
    const frame = await live.next('changes', (one) =>
      one.changes.some((change) => change.id === id && change.marker === 'DELETED'),
    );
    const gone = frame.changes.find((change) => change.id === id);
    expect(gone).toEqual({ collection: 'channels', id, marker: 'DELETED', version: expect.any(Number), data: null });
    expect(live.changes().every((change) => change.id === change.id.toLowerCase())).toBe(true);
    live.close();
  });
});
