import { describe, expect, it } from 'vitest';
import { compareMessages } from './message-order.ts';
import type { MessagePage } from './message-window.ts';
import { MessageWindows } from './message-windows.ts';
import { buildMessage } from './sample-rows.ts';
import { Topics } from './topics.ts';

function messageAt(number: number, changes: Partial<ReturnType<typeof buildMessage>> = {}) {
  const at = new Date(Date.UTC(2026, 10, 20, 9, 0, number)).toISOString();
  return buildMessage({ id: `m${number}`, timestamp: at, ...changes });
}

/** Pages of ten, newest first, like the server’s. */
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
  it('equals the server’s, whatever either side’s clock says', () => {
    const question = buildMessage({
      id: 'b',
      timestamp: '2026-11-20T09:52:03.000Z',
      sort_at: '2026-11-20T09:52:03.000Z',
    });
    const answer = buildMessage({
      id: 'a',
      timestamp: '2026-11-20T09:52:00.400Z',
      sort_at: '2026-11-20T09:52:03.001Z',
    });
    expect([answer, question].toSorted(compareMessages)).toEqual([question, answer]);
  });

  it('is by id for equal times', () => {
    const at = { sort_at: '2026-11-20T09:52:00.000Z' };
    expect(compareMessages({ ...at, id: 'a' }, { ...at, id: 'b' })).toBeLessThan(0);
  });
});

describe('a message window', () => {
  it('adds older pages without duplicates', async () => {
    const windows = new MessageWindows(new Topics());
    await windows.load('thread-1', async () => pageOf(30, 21, 'c21'));
    await windows.loadOlder('thread-1', async (cursor) => {
      expect(cursor).toBe('c21');
      return pageOf(21, 11, null);
    });
    expect(ids(windows)).toEqual(numbered(11, 30));
    expect(windows.get('thread-1')?.olderCursor).toBeNull();
  });

  it('skips a change of a message older than the window, and has it with its page', async () => {
    const windows = new MessageWindows(new Topics());
    await windows.load('thread-1', async () => pageOf(30, 21, 'c21'));
    const read = { id: 'm15', version: 2, row: messageAt(15, { version: 2, status: 3 }) };
    windows.apply(read);
    expect(ids(windows)).toEqual(numbered(21, 30));
    await windows.loadOlder('thread-1', async () => {
      // The change arrives while the page, read before it, is loading.
      windows.apply(read);
      return pageOf(20, 11, null);
    });
    expect(windows.findMessage('m15')?.status).toBe(3);
  });

  it('applies changes that arrive while the newest page is loading', async () => {
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

  it('drops an older page of a window that was replaced meanwhile', async () => {
    const windows = new MessageWindows(new Topics());
    await windows.load('thread-1', async () => pageOf(30, 21, 'c21'));
    await windows.loadOlder('thread-1', async () => {
      await windows.load('thread-1', async () => pageOf(60, 51, 'c51'));
      return pageOf(20, 11, 'c11');
    });
    expect(ids(windows)).toEqual(numbered(51, 60));
  });

  it('stays unchanged when a page cannot be loaded', async () => {
    const windows = new MessageWindows(new Topics());
    await windows.load('thread-1', async () => pageOf(30, 21, 'c21'));
    await expect(windows.loadOlder('thread-1', () => Promise.reject(new Error('no network')))).rejects.toThrow();
    windows.apply({ id: 'm31', version: 1, row: messageAt(31) });
    expect(ids(windows)).toEqual(numbered(21, 31));
  });

  it('returns the same object for a change without effect', async () => {
    const windows = new MessageWindows(new Topics());
    await windows.load('thread-1', async () => pageOf(30, 21, null));
    const before = windows.get('thread-1');
    windows.apply({ id: 'm30', version: 1, row: messageAt(30) });
    expect(windows.get('thread-1')).toBe(before);
  });

  it('moves a message whose position changed', async () => {
    const windows = new MessageWindows(new Topics());
    await windows.load('thread-1', async () => pageOf(3, 1, null));
    windows.apply({ id: 'm1', version: 2, row: messageAt(9, { id: 'm1', version: 2 }) });
    expect(ids(windows)).toEqual(['m2', 'm3', 'm1']);
  });
});
