import { expect, test } from 'vitest';
import { Drafts } from './drafts.ts';
import { createMemoryCache } from './memory-cache.ts';
import type { OutboxEntry } from './outgoing.ts';
import { Topics } from './topics.ts';

const pressed = new Date('2026-11-26T10:00:00.000Z');
const before = new Date('2026-11-26T09:59:58.000Z');
const after = new Date('2026-11-26T10:00:00.300Z');

const entry: OutboxEntry = {
  id: 'm1',
  thread_id: 'th',
  order: 1,
  created_at: pressed.toISOString(),
  state: 'queued',
  body: {
    id: 'm1',
    thread_id: 'th',
    channel_id: 'ch',
    source: 'INBOX',
    type: 'text',
    text: { preview_url: false, body: 'Hello' },
    clear_draft_at: pressed.toISOString(),
  },
};

async function typed(text: string) {
  const cache = createMemoryCache();
  const drafts = new Drafts(cache, new Topics());
  await drafts.put('th', text, null, before);
  return { cache, drafts };
}

test('the device keeps the text of a draft until the message with it is stored', async () => {
  const { cache, drafts } = await typed('Hello');
  drafts.hide('th', pressed);
  expect(drafts.get('th')).toBeUndefined();
  expect((await cache.read()).drafts.map(({ text }) => text)).toEqual(['Hello']);
  await cache.putOutbox(entry);
  const { drafts: left, outbox } = await cache.read();
  expect({ left, outbox }).toEqual({ left: [], outbox: [entry] });
});

test('text typed after Send was pressed stays a draft', async () => {
  const { cache, drafts } = await typed('Hello');
  drafts.hide('th', pressed);
  await drafts.put('th', 'And', null, after);
  await cache.putOutbox(entry);
  expect((await cache.read()).drafts.map(({ text }) => text)).toEqual(['And']);
});

test('a message that empties no draft leaves it', async () => {
  const { cache } = await typed('Hello');
  const { clear_draft_at: _cleared, ...body } = entry.body;
  await cache.putOutbox({ ...entry, body });
  expect((await cache.read()).drafts).toHaveLength(1);
});

test('a hidden draft is saved on the server as empty', async () => {
  const { drafts } = await typed('Hello');
  const threads: string[] = [];
  drafts.onTyped = (threadId) => threads.push(threadId);
  drafts.hide('th', pressed);
  expect(threads).toEqual(['th']);
  expect(drafts.latest('th')?.text).toBe('');
});

test('another tab empties its field at once, and keeps what was typed there since', async () => {
  const { drafts } = await typed('Hello');
  drafts.sent({ threadId: 'th', at: pressed.toISOString() });
  expect(drafts.get('th')).toBeUndefined();
  expect(drafts.taken('th')?.text).toBe('');
  await drafts.put('th', 'And', null, after);
  drafts.sent({ threadId: 'th', at: pressed.toISOString() });
  expect(drafts.get('th')?.text).toBe('And');
});
