import { unrestricted } from '@parley/contract/permissions';
import type { Change, Contact, Message, Thread } from '@parley/contract/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMessages } from './message-order.ts';
import { MessageWindows } from './message-windows.ts';
import { buildMessage, buildThread } from './sample-rows.ts';
import { LiveStore } from './store.ts';
import { comparePositions, threadPosition } from './thread-queries.ts';

const uid = '01890000-0000-7000-8000-0000000000a1';

type Step = { thread: number; kind: 'thread' | 'message' | 'delete'; message: number; second: number };
type World = { threads: Map<string, Thread>; messages: Map<string, Message>; changes: Change[] };

/** Applies steps on the server's side: rows with rising versions, and the changes of its feed. */
function play(steps: readonly Step[]): World {
  const world: World = { threads: new Map(), messages: new Map(), changes: [] };
  const versions = new Map<string, number>();
  for (const step of steps) {
    const threadId = `thread-${step.thread}`;
    const id = step.kind === 'thread' ? threadId : `${threadId}-message-${step.message}`;
    const version = (versions.get(id) ?? 0) + 1;
    versions.set(id, version);
    const marker = version === 1 ? 'NEW' : 'MODIFIED';
    const at = new Date(Date.UTC(2026, 10, 20, 9, 0, step.second)).toISOString();
    if (step.kind === 'thread') {
      const row = buildThread({ id, last_message_at: at, version });
      world.threads.set(id, row);
      world.changes.push({ collection: 'threads', id, marker, version, data: row });
    } else if (step.kind === 'message') {
      const row = buildMessage({ id, thread_id: threadId, timestamp: at, version });
      world.messages.set(id, row);
      world.changes.push({ collection: 'messages', id, marker, version, data: row });
    } else {
      world.messages.delete(id);
      world.changes.push({ collection: 'messages', id, marker: 'DELETED', version, data: null });
    }
  }
  return world;
}

const anySteps = fc.array(
  fc.record<Step>({
    thread: fc.integer({ min: 0, max: 3 }),
    kind: fc.constantFrom('thread', 'message', 'message', 'delete'),
    message: fc.integer({ min: 0, max: 9 }),
    second: fc.integer({ min: 0, max: 59 }),
  }),
  { maxLength: 60 },
);

const threadIds = ['thread-0', 'thread-1', 'thread-2', 'thread-3'];

async function storeOf(world: World): Promise<LiveStore> {
  const store = new LiveStore(uid);
  const windows = new MessageWindows(store.topics);
  store.windows = windows;
  store.putRows('threads', [...world.threads.values()]);
  for (const id of threadIds) {
    const data = [...world.messages.values()].filter((message) => message.thread_id === id);
    await windows.load(id, async () => ({ data, next_cursor: null }));
  }
  return store;
}

function contents(store: LiveStore) {
  return {
    threads: store.threads.all(),
    messages: Object.fromEntries(threadIds.map((id) => [id, store.window(id)?.messages])),
  };
}

describe('the live store', () => {
  it('equals a fresh read, whatever outdated snapshot it starts from', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, fc.nat(), async (steps, cut) => {
        const known = steps.slice(0, cut % (steps.length + 1));
        const store = await storeOf(play(known));
        const fresh = play(steps);
        store.applyChanges(fresh.changes);
        expect(contents(store)).toEqual(contents(await storeOf(fresh)));
      }),
    );
  });

  it('applies changes twice and in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySteps.chain((steps) => {
          const { changes } = play(steps);
          return fc.record({
            steps: fc.constant(steps),
            delivered: fc.shuffledSubarray([...changes, ...changes], { minLength: changes.length * 2 }),
          });
        }),
        async ({ steps, delivered }) => {
          const store = await storeOf(play([]));
          for (const change of delivered) store.applyChanges([change]);
          expect(contents(store)).toEqual(contents(await storeOf(play(steps))));
        },
      ),
    );
  });

  it('sorts threads by last activity and messages by sort_at, then id', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const store = await storeOf(play([]));
        store.applyChanges(play(steps).changes);
        const positions = store.threads.all().map(threadPosition);
        expect(positions).toEqual(positions.toSorted(comparePositions));
        for (const id of threadIds) {
          const messages = store.window(id)?.messages ?? [];
          expect(messages).toEqual(messages.toSorted(compareMessages));
        }
      }),
    );
  });

  it('accepts a thread of the same version with a newer last message, and never an older one', () => {
    const store = new LiveStore(uid);
    const thread = (status: 1 | 3, version: number) =>
      buildThread({
        id: 'thread-1',
        last_message_id: 'm1',
        last_message: {
          id: 'm1',
          direction: 'OUTGOING',
          type: 'text',
          preview: 'Hello',
          status,
          send_state: 'accepted',
          created_by: uid,
          version,
        },
      });
    for (const [status, version] of [
      [1, 2],
      [3, 4],
      [1, 3],
    ] as const)
      store.putRows('threads', [thread(status, version)]);
    expect(store.threads.get('thread-1')?.last_message).toMatchObject({ status: 3, version: 4 });
  });

  it('does not restore a deleted row by an older change', () => {
    const store = new LiveStore(uid);
    const row = buildThread({ id: 'thread-1', version: 3 });
    store.applyChanges([{ collection: 'threads', id: 'thread-1', marker: 'DELETED', version: 4, data: null }]);
    store.applyChanges([{ collection: 'threads', id: 'thread-1', marker: 'MODIFIED', version: 3, data: row }]);
    expect(store.threads.get('thread-1')).toBeUndefined();
  });

  it('shows a contact as it was read last: a custom field is renamed without a new version', () => {
    const store = new LiveStore(uid);
    const contact = (custom_fields: Record<string, string>, version: number) =>
      ({ id: 'contact-1', version, custom_fields }) as Contact;
    store.putRows('contacts', [contact({ City: 'London' }, 2)]);
    store.putRows('contacts', [contact({ Town: 'London' }, 2)]);
    expect(store.row('contacts', 'contact-1')?.custom_fields).toEqual({ Town: 'London' });
    store.putRows('contacts', [contact({ City: 'Paris' }, 1)]);
    expect(store.row('contacts', 'contact-1')?.custom_fields).toEqual({ Town: 'London' });
  });

  it('shows the new name of a contact in the rows of their conversations, which do not change with it', () => {
    const store = new LiveStore(uid);
    store.putRows('threads', [buildThread({ id: 'thread-1', contact_id: 'ana' }), buildThread({ id: 'thread-2' })]);
    const contact = { id: 'ana', name: 'Ana de Souza', username: null, version: 2 } as Contact;
    store.applyChanges([{ collection: 'contacts', id: 'ana', marker: 'MODIFIED', version: 2, data: contact }]);
    expect(store.threads.get('thread-1')?.contact).toMatchObject({
      name: 'Ana de Souza',
      phone_number: '447700900118',
    });
    expect(store.threads.get('thread-2')?.contact.name).toBe('Amara Okafor');
    expect(store.takeDirtyRows().rows.map(({ id }) => id)).toContain('thread-1');
  });

  it('returns collections that changed as a whole', () => {
    const store = new LiveStore(uid);
    const readAgain = store.applyChanges([
      { collection: 'contacts', id: '*', marker: 'MODIFIED', version: 9, data: null },
      { collection: 'contacts', id: '*', marker: 'MODIFIED', version: 10, data: null },
    ]);
    expect(readAgain).toEqual(['contacts']);
  });

  it('replaces a collection by the rows read, but keeps newer changes of the feed', () => {
    const store = new LiveStore(uid);
    store.putRows('threads', [buildThread({ id: 'gone', version: 9 }), buildThread({ id: 'kept', version: 9 })]);
    const watch = store.watch();
    store.applyChanges([
      { collection: 'threads', id: 'new', marker: 'NEW', version: 2, data: buildThread({ id: 'new', version: 2 }) },
    ]);
    watch.end();
    store.replaceRows('threads', [buildThread({ id: 'kept', version: 5 })], watch.changed);
    expect(store.threads.all().map(({ id, version }) => `${id} ${version}`)).toEqual(['new 2', 'kept 5']);
    expect(store.takeDirtyRows().replaced).toEqual(['threads']);
  });

  it('notifies every listener once per batch', () => {
    const store = new LiveStore(uid);
    let calls = 0;
    const stop = store.topics.subscribe('threads', () => {
      calls += 1;
    });
    store.applyChanges(
      ['a', 'b', 'c'].map((id) => ({
        collection: 'threads',
        id,
        marker: 'NEW',
        version: 1,
        data: buildThread({ id }),
      })),
    );
    expect(calls).toBe(1);
    stop();
    store.putRows('threads', [buildThread({ id: 'd' })]);
    expect(calls).toBe(1);
  });

  it('shows a user’s change before the server answers, and reverts it', () => {
    const store = new LiveStore(uid);
    store.putRows('threads', [buildThread({ id: 'thread-1' })]);
    const takeBack = store.threads.patch('thread-1', { state: 'DONE' });
    const takeBackRead = store.threads.patch('thread-1', { unread_count: 0 });
    expect(store.threads.get('thread-1')?.state).toBe('DONE');
    expect(store.threads.all()[0]?.state).toBe('DONE');
    takeBackRead();
    expect(store.threads.get('thread-1')?.state).toBe('DONE');
    takeBack();
    expect(store.threads.get('thread-1')?.state).toBe('ACTIVE');
  });
});

describe('the last message of a thread', () => {
  const last = {
    id: 'm1',
    direction: 'OUTGOING',
    type: 'text',
    preview: 'See you Friday',
    status: 1,
    send_state: 'accepted',
    created_by: uid,
    version: 2,
  } as const;
  const read = buildMessage({ id: 'm1', direction: 'OUTGOING', status: 3, send_state: 'accepted', version: 4 });
  const change: Change = { collection: 'messages', id: 'm1', marker: 'MODIFIED', version: 4, data: read };

  it('follows the message’s own row, whichever of the two comes first', () => {
    const thread = buildThread({ id: 'thread-1', last_message: last, last_message_id: 'm1' });
    const threadFirst = new LiveStore(uid);
    threadFirst.putRows('threads', [thread]);
    threadFirst.applyChanges([change]);
    const messageFirst = new LiveStore(uid);
    messageFirst.applyChanges([change]);
    messageFirst.putRows('threads', [thread]);
    for (const store of [threadFirst, messageFirst]) {
      expect(store.threads.get('thread-1')?.last_message).toMatchObject({ status: 3, version: 4 });
    }
  });

  it('never goes back to an older row', () => {
    const store = new LiveStore(uid);
    store.putRows('threads', [buildThread({ id: 'thread-1', last_message: { ...last, status: 4, version: 9 } })]);
    store.applyChanges([change]);
    expect(store.threads.get('thread-1')?.last_message?.status).toBe(4);
  });
});

describe('the user’s permissions', () => {
  it('notify the screens only when they changed', () => {
    const store = new LiveStore(uid);
    let reported = 0;
    store.topics.subscribe('access', () => reported++);
    const given = { role: 'User' as const, restrictions: unrestricted, users_may_delete_all_contacts: false };
    store.setAccess(given);
    store.setAccess({ ...given, restrictions: { ...unrestricted } });
    expect(reported).toBe(1);
    store.setAccess({ ...given, restrictions: { ...unrestricted, no_export: true } });
    expect(reported).toBe(2);
    expect(store.access()?.restrictions.no_export).toBe(true);
  });
});
