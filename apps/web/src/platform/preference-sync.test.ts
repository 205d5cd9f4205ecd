import type { Preferences } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { createPreferenceSync, defaultPreferences, type ShownPreferences } from './preference-sync.ts';
import { memoryStorage } from './storage.ts';

/** A browser with a server that can be unreachable or slow. */
function browser(shownAtFirst: Preferences = {}, device = memoryStorage(), uid = 'dana') {
  let shown: ShownPreferences = { ...defaultPreferences, ...shownAtFirst };
  let now = 0;
  let put: (change: Preferences) => Promise<void> = async () => undefined;
  const sent: Preferences[] = [];
  let turn = Promise.resolve();
  const sync = createPreferenceSync({
    device,
    user: () => ({ account: `kestrel:${uid}`, uid }),
    shown: () => shown,
    show: (change) => {
      shown = { ...shown, ...change };
    },
    put: async (change) => {
      await put(change);
      sent.push(change);
    },
    exclusively: (work) => {
      turn = turn.then(work, work);
      return turn;
    },
    now: () => now,
  });
  return {
    sync,
    device,
    sent,
    shown: () => shown,
    at: (time: number) => {
      now = time;
    },
    answerPut: (next: typeof put) => {
      put = next;
    },
  };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));
const offline = () => Promise.reject(new Error('offline'));

describe('what a user chose', () => {
  test('is shown at once, and sent', async () => {
    const { sync, sent, shown } = browser();
    sync.choose({ theme: 'dark' });
    expect(shown().theme).toBe('dark');
    await settled();
    expect(sent).toEqual([{ theme: 'dark' }]);
    expect(sync.useWaiting.get()).toBe(false);
  });

  test('on another device is shown here; what nobody chose stays as delivered', () => {
    const { sync, shown } = browser();
    sync.apply({ density: 'compact', keys: { 'app.search': 'mod+f' } }, 1);
    expect(shown()).toEqual({ ...defaultPreferences, density: 'compact', keys: { 'app.search': 'mod+f' } });
  });

  test('is not taken back by an answer to a question from before', async () => {
    const { sync, shown, at } = browser();
    at(10);
    sync.choose({ theme: 'dark' });
    at(20);
    await settled();
    sync.apply({ theme: 'light', density: 'compact' }, 15);
    expect([shown().theme, shown().density]).toEqual(['dark', 'compact']);
    sync.apply({ theme: 'light' }, 30);
    expect(shown().theme).toBe('light');
  });

  test('waits in this browser while the server cannot be reached, and goes with its next answer', async () => {
    const { sync, sent, shown, device, answerPut } = browser();
    answerPut(offline);
    sync.choose({ enter: 'line' });
    await settled();
    expect(sync.useWaiting.get()).toBe(true);
    sync.apply({ enter: 'send' }, 100);
    await settled();
    expect(shown().enter).toBe('line');

    const reloaded = browser({ enter: 'line' }, device);
    reloaded.sync.apply({ enter: 'send' }, 1);
    await settled();
    expect(reloaded.shown().enter).toBe('line');
    expect([...sent, ...reloaded.sent]).toEqual([{ enter: 'line' }]);
    expect(reloaded.sync.useWaiting.get()).toBe(false);
  });

  test('again while it is being sent is sent too', async () => {
    const { sync, sent, answerPut } = browser();
    const { promise, resolve: arrive } = Promise.withResolvers<void>();
    answerPut(() => promise);
    sync.choose({ theme: 'dark' });
    await settled();
    answerPut(async () => undefined);
    sync.choose({ theme: 'light' });
    await settled();
    arrive();
    await settled();
    expect(sent).toEqual([{ theme: 'dark' }, { theme: 'light' }]);
    expect(sync.useWaiting.get()).toBe(false);
  });
});

describe('choices from before they were stored with the user', () => {
  test('are sent by the first start, except where the server has one', async () => {
    const { sync, sent, shown } = browser({ theme: 'dark', density: 'compact', undo_send_seconds: 5 });
    sync.apply({ theme: 'light' }, 1);
    await settled();
    expect(sent).toEqual([{ density: 'compact', undo_send_seconds: 5 }]);
    expect(shown()).toEqual({ ...defaultPreferences, theme: 'light', density: 'compact', undo_send_seconds: 5 });
  });

  test('of another user of this browser are not taken over', async () => {
    const first = browser({ theme: 'dark' });
    first.sync.apply({}, 1);
    await settled();
    const second = browser({ theme: 'dark' }, first.device, 'omar');
    second.sync.apply({}, 1);
    await settled();
    expect([second.shown().theme, second.sent]).toEqual(['auto', []]);
  });
});

test('another tab shows what was chosen in this browser', () => {
  const device = memoryStorage();
  const [one, other] = [browser({}, device), browser({}, device)];
  one.answerPut(offline);
  other.answerPut(offline);
  one.sync.choose({ undo_send_seconds: 2 });
  other.sync.noticeStorage('parley:account:kestrel:dana:preferences');
  expect(other.shown().undo_send_seconds).toBe(2);
  other.sync.apply({ undo_send_seconds: 0 }, 0);
  expect(other.shown().undo_send_seconds).toBe(2);
});
