import type { Draft } from '@parley/contract/types';
import { expect, test } from 'vitest';
import type { ApiCall } from '../../../platform/api.ts';
import { NetworkError } from '../../../platform/errors.ts';
import { DraftSync } from './draft-sync.ts';
import { Drafts } from './drafts.ts';
import { createMemoryCache } from './memory-cache.ts';
import { Topics } from './topics.ts';

const thread = '01890000-0000-7000-8000-0000000000e1';
const at = (second: number) => new Date(Date.UTC(2026, 10, 24, 9, 0, second));

/** A server that keeps the latest text of each conversation. */
class DraftServer {
  kept = new Map<string, Draft>();
  offline = false;
  slow = false;

  readonly api = (async (key: string, input: { params?: { id: string }; body?: Omit<Draft, 'thread_id'> }) => {
    if (this.offline) throw new NetworkError('offline');
    if (this.slow) await new Promise((resolve) => setImmediate(resolve));
    const id = input.params?.id ?? '';
    if (key === 'GET /api/drafts') return { data: [...this.kept.values()], next_cursor: null };
    if (key === 'PUT /api/threads/{id}/draft' && input.body !== undefined) {
      const before = this.kept.get(id);
      if (before === undefined || before.updated_at < input.body.updated_at) {
        this.kept.set(id, { thread_id: id, ...input.body });
      }
    }
    return this.kept.get(id) ?? { thread_id: id, text: '', quoted_id: null, updated_at: at(-60).toISOString() };
  }) as unknown as ApiCall;
}

function openDevice(server: DraftServer) {
  const topics = new Topics();
  const drafts = new Drafts(createMemoryCache(), topics);
  const sync = new DraftSync(server.api, drafts, { uid: 'dana', topics });
  drafts.onTyped = (threadId) => sync.typed(threadId);
  return { drafts, sync, topics };
}

test('a text typed on one device is on the other, and leaves both when it was sent', async () => {
  const server = new DraftServer();
  const [desk, phone] = [openDevice(server), openDevice(server)];
  await desk.drafts.put(thread, 'We have two', null, at(1));
  await desk.sync.send();
  await phone.sync.changed(thread, at(1).toISOString());
  expect(phone.drafts.get(thread)?.text).toBe('We have two');
  expect(phone.drafts.taken(thread)?.text).toBe('We have two');
  await phone.drafts.put(thread, '', null, at(2));
  await phone.sync.send();
  await desk.sync.changed(thread, at(2).toISOString());
  expect(desk.drafts.get(thread)).toBeUndefined();
  for (const { sync } of [desk, phone]) sync.stop();
});

test('a text is on the server when it was asked to be sent: typed before the code was there, or on its way already', async () => {
  const server = new DraftServer();
  const drafts = new Drafts(createMemoryCache(), new Topics());
  await drafts.put(thread, 'Early', null, at(1));
  const sync = new DraftSync(server.api, drafts, { uid: 'dana', topics: new Topics() });
  await sync.send(thread);
  expect(server.kept.get(thread)?.text).toBe('Early');
  drafts.onTyped = (threadId) => sync.typed(threadId);
  await drafts.put(thread, 'Later', null, at(2));
  server.slow = true;
  void sync.send();
  await sync.send(thread);
  expect(server.kept.get(thread)?.text).toBe('Later');
  sync.stop();
});

test('a text typed without a connection is sent with the next one, unless another device has a later one', async () => {
  const server = new DraftServer();
  const [desk, phone] = [openDevice(server), openDevice(server)];
  server.offline = true;
  await desk.drafts.put(thread, 'Early', null, at(1));
  await desk.sync.send();
  server.offline = false;
  await desk.sync.connected();
  expect(server.kept.get(thread)?.text).toBe('Early');
  await phone.sync.connected();
  await phone.drafts.put(thread, 'Late', null, at(5));
  await phone.sync.send();
  await desk.drafts.put(thread, 'In between', null, at(3));
  await desk.sync.send();
  expect([server.kept.get(thread)?.text, desk.drafts.get(thread)?.text]).toEqual(['Late', 'Late']);
  for (const { sync } of [desk, phone]) sync.stop();
});

test('a draft that the closed page had not sent is sent at the next start; a note’s stays on the device', async () => {
  const server = new DraftServer();
  const { drafts, sync } = openDevice(server);
  const note = `note/${thread}`;
  drafts.restore([
    { thread_id: thread, text: 'Kept', quoted_id: null, updated_at: at(1).toISOString() },
    { thread_id: note, text: 'For us', quoted_id: null, updated_at: at(1).toISOString() },
  ]);
  await sync.connected();
  expect([...server.kept.keys()]).toEqual([thread]);
  expect(drafts.get(note)?.text).toBe('For us');
  sync.stop();
});

test('shared drafts are read again only when what others see of one has changed', async () => {
  const { sync, topics } = openDevice(new DraftServer());
  const draft = { id: 'd', user_id: 'mara', thread_id: thread, updated_at: at(1).toISOString() };
  const read = () => topics.revision(`shared-drafts/${thread}`);
  await sync.noted({ ...draft, team_version: 0 });
  expect(read()).toBe(0);
  await sync.noted({ ...draft, team_version: 2 });
  await sync.noted({ ...draft, team_version: 2 });
  expect(read()).toBe(1);
  await sync.noted({ ...draft, team_version: 4 });
  await sync.noted(null);
  expect(read()).toBe(2);
  sync.stop();
});
