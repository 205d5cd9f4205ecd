import type { SessionTemplate } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { findReplies, movedBy, readRepliesCsv, repliesCsv, showReplies } from './session-rules.ts';

const reply = (shortcut: string, changes: Partial<SessionTemplate> = {}): SessionTemplate => ({
  id: shortcut,
  name: shortcut,
  shortcut,
  body: `Text of ${shortcut}`,
  attachments: [],
  buttons: [],
  folder: '',
  owner_id: null,
  uses: 0,
  last_used_at: null,
  created_by: 'x',
  updated_at: '2026-11-20T09:00:00.000Z',
  deleted_at: null,
  version: 1,
  ...changes,
});
const shortcuts = (found: SessionTemplate[]) => found.map(({ shortcut }) => shortcut);

describe('saved replies', () => {
  const all = [
    reply('address', { name: 'Thank you note' }),
    reply('thanks', { uses: 2 }),
    reply('thanks2', { uses: 9, folder: 'Orders' }),
    reply('hours', { owner_id: 'me' }),
  ];

  test('the shortcut that was typed comes first, then what is used most', () => {
    expect(shortcuts(findReplies(all, '/thanks'))).toEqual(['thanks', 'thanks2']);
    expect(shortcuts(findReplies(all, '/th'))).toEqual(['thanks2', 'thanks', 'address']);
    expect(shortcuts(findReplies(all, 'note THANK'))).toEqual(['address']);
    expect(findReplies(all, '/nothing')).toEqual([]);
  });

  test('favourites come before what is used most, in the order of the member', () => {
    expect(shortcuts(findReplies(all, '', ['hours', 'address']))).toEqual(['hours', 'address', 'thanks2', 'thanks']);
    // What was typed counts more.
    expect(shortcuts(findReplies(all, '/th', ['address', 'thanks']))).toEqual(['thanks', 'thanks2', 'address']);
    expect(shortcuts(showReplies(all, 'favourites', null, ['hours']))).toEqual(['hours']);
  });

  test('a favourite is moved by one place, and not beyond the ends', () => {
    const ids = ['a', 'b', 'c'];
    expect([movedBy(ids, 'c', -1), movedBy(ids, 'a', 1)]).toEqual([
      ['a', 'c', 'b'],
      ['b', 'a', 'c'],
    ]);
    for (const [id, step] of [
      ['a', -1],
      ['c', 1],
      ['d', 1],
    ] as const)
      expect(movedBy(ids, id, step)).toBe(ids);
  });

  test('can be shown by kind and folder', () => {
    expect(shortcuts(showReplies(all, 'private', null))).toEqual(['hours']);
    expect(shortcuts(showReplies(all, 'unused', null))).toEqual(['address', 'hours']);
    expect(shortcuts(showReplies(all, 'shared', 'Orders'))).toEqual(['thanks2']);
  });
});

describe('files of replies', () => {
  test('are read as they were written', () => {
    const rows = [
      { name: 'Thanks, "all"', shortcut: 'thanks', body: 'Thank you,\nsee you; soon', folder: 'Orders', buttons: [] },
      { name: 'Sum', shortcut: 'sum', body: '=1+1', folder: '', buttons: ['Yes, please', 'No'] },
    ];
    expect(repliesCsv(rows)).toContain(",'=1+1,");
    expect(readRepliesCsv(repliesCsv(rows))).toEqual(rows);
  });

  test('may have semicolons and other columns, and need name, shortcut and body', () => {
    expect(readRepliesCsv('Shortcut;Body;Name;Old\r\nhi;Hello!;Greeting;x\r\n\r\n')).toEqual([
      { name: 'Greeting', shortcut: 'hi', body: 'Hello!', folder: '' },
    ]);
    expect(readRepliesCsv('name,text\nx,y')).toBeNull();
    expect(readRepliesCsv('')).toBeNull();
  });
});
