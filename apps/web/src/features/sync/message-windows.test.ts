import { describe, expect, it } from 'vitest';
import { compareMessages } from './message-order.ts';
import type { MessagePage } from './message-window.ts';
import { MessageWindows } from './message-windows.ts';
import { buildMessage } from './sample-rows.ts';
import { Topics } from './topics.ts';

function messageAt(number: number, changes: Partial<ReturnType<typeof buildMessage>> = {}) {
  const at = new Date(Date.UTC(2026, 10, 20, 9, 0, number)).toISOString();
  return buildMessage({ id: `m${number}`, timestamp: at, arrival: String(number), ...changes });
}

/** Pages of ten, newest first, as the server answers them. */
function pageOf(newest: number, oldest: number, cursor: string | null): MessagePage {
  const data = [];
  for (let number = newest; number >= oldest; number--) data.push(messageAt(number));
  return { data, next_cursor: cursor };
}

function ids(windows: MessageWindows) {
  return windows.get('thread-1')?.messages.map(({ id }) => id);
}

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `m${from + index}`);

describe('message order', () => {
  it('cuts the time to the second, because the provider knows no more', () => {
    const early = { timestamp: '2026-11-20T09:52:00.900Z', arrival: '1' };
    const late = { timestamp: '2026-11-20T09:52:00.000Z', arrival: '2' };
    expect(compareMessages(early, late)).toBeLessThan(0);
  });

  it('compares arrivals as numbers of any length', () => {
    const at = { timestamp: '2026-11-20T09:52:00.000Z' };
    expect(compareMessages({ ...at, arrival: '9' }, { ...at, arrival: '10' })).toBeLessThan(0);
    expect(
      compareMessages({ ...at, arrival: '9007199254740993' }, { ...at, arrival: '9007199254740992' }),
    ).toBeGreaterThan(0);
  });
});

describe('a stretch of messages', () => {
  it('joins older pages below without doubling', async () => {
    const windows = new MessageWindows(new Topics());
    await windows.load('thread-1', async () => pageOf(30, 21, 'c21'));
    await windows.loadOlder('thread-1', async (cursor) => {
      expect(cursor).toBe('c21');
      return pageOf(21, 11, null);
    });
    expect(ids(windows)).toEqual(numbered(11, 30));
    expect(windows.get('thread-1')?.olderCursor).toBeNull();
  });

  it('leaves out a change of a message older than what is held, and takes it with its page', async () => {
    const windows = new MessageWindows(new Topics());
    await windows.load('thread-1', async () => pageOf(30, 21, 'c21'));
    const read = { id: 'm15', version: 2, row: messageAt(15, { version: 2, status: 3 }) };
    windows.apply(read);
    expect(ids(windows)).toEqual(numbered(21, 30));
    await windows.loadOlder('thread-1', async () => {
      // The change comes while the page, read before it, is on its way.
      windows.apply(read);
      return pageOf(20, 11, null);
    });
    expect(windows.findMessage('m15')?.status).toBe(3);
  });

  it('applies what arrives while the newest page is on its way', async () => {
    const windows = new MessageWindows(new Topics());
    await windows.load('thread-1', async () => {
      windows.apply({ id: 'm31', version: 1, row: messageAt(31) });
      windows.apply({ id: 'm30', version: 2, row: messageAt(30, { version: 2, status: 3 }) });
      windows.apply({ id: 'm29', version: 2, row: null });
      return pageOf(30, 21, 'c21');
    });
    expect(ids(windows)).toEqual([...numbered(21, 28), 'm30', 'm31']);
    expect(windows.findMessage('m30')?.status).toBe(3);
  });

  it('forgets an older page that belonged to a stretch replaced meanwhile', async () => {
    const windows = new MessageWindows(new Topics());
    await windows.load('thread-1', async () => pageOf(30, 21, 'c21'));
    await windows.loadOlder('thread-1', async () => {
      await windows.load('thread-1', async () => pageOf(60, 51, 'c51'));
      return pageOf(20, 11, 'c11');
    });
    expect(ids(windows)).toEqual(numbered(51, 60));
  });

  it('keeps what is shown when a page cannot be read', async () => {
    const windows = new MessageWindows(new Topics());
    await windows.load('thread-1', async () => pageOf(30, 21, 'c21'));
    await expect(windows.loadOlder('thread-1', () => Promise.reject(new Error('no network')))).rejects.toThrow();
    windows.apply({ id: 'm31', version: 1, row: messageAt(31) });
    expect(ids(windows)).toEqual(numbered(21, 31));
  });

  it('gives the same object for a change that changes nothing', async () => {
    const windows = new MessageWindows(new Topics());
    await windows.load('thread-1', async () => pageOf(30, 21, null));
    const before = windows.get('thread-1');
    windows.apply({ id: 'm30', version: 1, row: messageAt(30) });
    expect(windows.get('thread-1')).toBe(before);
  });

  it('moves a message whose place changed', async () => {
    const windows = new MessageWindows(new Topics());
    await windows.load('thread-1', async () => pageOf(3, 1, null));
    windows.apply({ id: 'm1', version: 2, row: messageAt(9, { id: 'm1', version: 2 }) });
    expect(ids(windows)).toEqual(['m2', 'm3', 'm1']);
  });
});
