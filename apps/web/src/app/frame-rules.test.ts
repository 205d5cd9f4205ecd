import { describe, expect, test } from 'vitest';
import page from '../../index.html?raw';
import script from '../../public/early.js?raw';
import words from '../locales/en/frame.po?raw';
import { isChunkError, mayReload } from '../platform/chunk-reload.ts';
import { isCrawler } from '../platform/crawler.ts';
import densitySource from '../platform/density-choice.ts?raw';
import directionSource from '../platform/direction-choice.ts?raw';
import { memoryStorage } from '../platform/storage.ts';
import themeSource from '../platform/theme-choice.ts?raw';
import { turnedClock } from '../testing/turned-clock.ts';
import { createToasts } from '../ui/toast.ts';
import { createLoadingBar, progressAt } from './loading-bar.ts';

describe('the loading bar', () => {
  test('shows nothing for loads under 200 ms', async () => {
    const { clock, pass } = turnedClock();
    const bar = createLoadingBar(clock);
    bar.start();
    await pass(199);
    bar.finish();
    await pass(5000);
    expect(bar.phase()).toBe('idle');
  });

  test('goes loading, finishing, idle at 200, 500 and 400 ms', async () => {
    const { clock, pass } = turnedClock();
    const bar = createLoadingBar(clock);
    bar.start();
    await pass(200);
    expect(bar.phase()).toBe('loading');
    bar.finish();
    expect(bar.phase()).toBe('finishing');
    await pass(899);
    expect(bar.phase()).toBe('finishing');
    await pass(1);
    expect(bar.phase()).toBe('idle');
  });

  test('shows an error for 500 ms before it finishes', async () => {
    const { clock, pass } = turnedClock();
    const bar = createLoadingBar(clock);
    bar.start();
    await pass(300);
    bar.fail();
    await pass(499);
    expect(bar.phase()).toBe('error');
    await pass(1);
    expect(bar.phase()).toBe('finishing');
    await pass(400);
    expect(bar.phase()).toBe('idle');
  });

  test('starts over when started again', async () => {
    const { clock, pass } = turnedClock();
    const bar = createLoadingBar(clock);
    bar.start();
    await pass(1000);
    bar.finish();
    bar.start();
    await pass(200);
    expect(bar.phase()).toBe('loading');
    expect(bar.elapsedMs()).toBe(0);
  });

  test('eases on without ever completing', () => {
    expect(progressAt(0)).toBe(0);
    expect(progressAt(2000)).toBeGreaterThan(0.7);
    expect(progressAt(1_000_000)).toBeLessThan(1);
  });
});

describe('a toast', () => {
  test('stays 6000 ms, and a newer one replaces it', async () => {
    const { clock, pass } = turnedClock();
    const toasts = createToasts(clock);
    toasts.show({ message: 'first' });
    await pass(3000);
    toasts.show({ message: 'second' });
    expect(toasts.current()?.message).toBe('second');
    await pass(5999);
    expect(toasts.current()?.message).toBe('second');
    await pass(1);
    expect(toasts.current()).toBeNull();
  });

  test('does not expire while hovered or focused', async () => {
    const { clock, pass } = turnedClock();
    const toasts = createToasts(clock);
    toasts.show({ message: 'wait' });
    await pass(5000);
    toasts.pause();
    await pass(60_000);
    expect(toasts.current()).not.toBeNull();
    toasts.resume();
    await pass(999);
    expect(toasts.current()).not.toBeNull();
    await pass(1);
    expect(toasts.current()).toBeNull();
  });
});

describe('the second action of a toast', () => {
  test('closes it and leaves the way back: Undo is still done by the key', () => {
    const toasts = createToasts(turnedClock().clock);
    const done: string[] = [];
    toasts.show({
      message: 'Assigned to Omar',
      action: { label: 'Undo', run: () => done.push('undo') },
      also: { label: 'Add note', run: () => done.push('note') },
    });
    expect(toasts.current()?.also).toBe('Add note');
    toasts.actAlso();
    expect([toasts.current(), done]).toEqual([null, ['note']]);
    expect([toasts.undoLast(), done]).toEqual([true, ['note', 'undo']]);
  });
});

describe('recent activity', () => {
  const undoable = (message: string, run: () => void) => ({ message, action: { label: 'Undo', run } });

  test('contains replaced and expired toasts, with their action', async () => {
    const { clock, pass } = turnedClock();
    const toasts = createToasts(clock);
    const undone: string[] = [];
    toasts.show(undoable('first', () => undone.push('first')));
    toasts.show(undoable('second', () => undone.push('second')));
    await pass(7000);
    expect(toasts.current()).toBeNull();
    expect(toasts.activity().map(({ message }) => message)).toEqual(['second', 'first']);
    toasts.act(toasts.activity()[1]?.id ?? 0);
    toasts.act(toasts.activity()[1]?.id ?? 0);
    expect(undone).toEqual(['first']);
  });

  test('merges equal ones into one, whose action undoes all', () => {
    const toasts = createToasts(turnedClock().clock);
    const undone: number[] = [];
    const merge = { key: 'done', words: (count: number) => `${count} conversations done` };
    for (const each of [1, 2, 3]) toasts.show({ ...undoable('Conversation done', () => undone.push(each)), merge });
    expect(toasts.current()?.message).toBe('3 conversations done');
    expect(toasts.activity()).toHaveLength(1);
    toasts.act(toasts.current()?.id ?? 0);
    expect(undone).toEqual([3, 2, 1]);
    expect(toasts.current()).toBeNull();
  });

  test('undo starts with the newest, and skips those without an undo', () => {
    const toasts = createToasts(turnedClock().clock);
    const undone: string[] = [];
    toasts.show(undoable('older', () => undone.push('older')));
    toasts.show(undoable('newer', () => undone.push('newer')));
    toasts.show({ message: 'opened', action: { label: 'Open', run: () => undone.push('open'), undoes: false } });
    expect([toasts.undoLast(), toasts.undoLast(), toasts.undoLast()]).toEqual([true, true, false]);
    expect(undone).toEqual(['newer', 'older']);
  });
});

describe('a chunk that fails to load', () => {
  test('reloads at most once in 10 s', () => {
    const storage = memoryStorage();
    expect(mayReload(storage, 1_000_000)).toBe(true);
    expect(mayReload(storage, 1_009_999)).toBe(false);
    expect(mayReload(storage, 1_010_000)).toBe(true);
  });

  test("is recognized by the browsers' messages", () => {
    expect(isChunkError(new TypeError('Failed to fetch dynamically imported module: /x.js'))).toBe(true);
    expect(isChunkError(new TypeError('error loading dynamically imported module'))).toBe(true);
    expect(isChunkError(new TypeError('Importing a module script failed.'))).toBe(true);
    expect(isChunkError(new Error('nothing'))).toBe(false);
  });
});

describe('crawlers', () => {
  test.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
    ['facebookexternalhit/1.1', true],
    ['WhatsApp/2.23', true],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36', false],
  ])('%s: %s', (agent, expected) => {
    expect(isCrawler(agent)).toBe(expected);
  });
});

describe('files outside the catalogue', () => {
  test('index.html has the texts of the landing page and the error page', () => {
    const catalogue = words.replaceAll('\\"', '"');
    const html = page.split('id="static"')[1]?.split('id="startup"')[0] ?? '';
    const sentences = [...html.matchAll(/>([^<>]+)</g)].map((found) => found[1]?.trim() ?? '').filter((text) => text);
    expect(sentences.length).toBeGreaterThan(8);
    for (const sentence of sentences) {
      if (sentence !== 'Parley' && sentence !== '500') expect(catalogue).toContain(`"${sentence}"`);
    }
  });

  test('the early script reads the keys that the app writes', () => {
    expect(script).toContain(`'${/themeKey = '(.+)'/.exec(themeSource)?.[1]}'`);
    expect(script).toContain(`'${/densityKey = '(.+)'/.exec(densitySource)?.[1]}'`);
    expect(script).toContain(`'${/directionKey = '(.+)'/.exec(directionSource)?.[1]}'`);
    expect(script).toContain("'parley:last-account'");
  });
});
