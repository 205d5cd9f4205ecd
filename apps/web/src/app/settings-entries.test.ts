import { describe, expect, test } from 'vitest';
import { matchesSearch, mayOpen, settingsGroups } from '../features/settings/data/settings-entries.ts';
import { routeTable } from './route-table.ts';

const entries = settingsGroups.flatMap((group) => group.entries);

describe('the list of settings', () => {
  test('locks exactly the pages that the route guard refuses to Users', () => {
    for (const entry of entries) {
      const guarded = routeTable[entry.to].entry === 'admin';
      expect([entry.to, mayOpen(entry, 'User')]).toEqual([entry.to, !guarded]);
      expect([entry.to, mayOpen(entry, 'Admin')]).toEqual([entry.to, entry.from !== 'Owner']);
      expect(mayOpen(entry, 'Owner')).toBe(true);
    }
  });

  test('links to every settings page', () => {
    const places = new Set<string>(entries.map(({ to }) => to));
    const pages = Object.keys(routeTable).filter((path) => /^\/settings\/[a-z-]+$/.test(path));
    expect(pages.filter((path) => !places.has(path))).toEqual([]);
  });

  test.each([
    ['pass', true],
    ['sign PASSWORD', true],
    ['', true],
    ['webhook', false],
  ])('finds by "%s": %s', (typed, expected) => {
    expect(matchesSearch(['Password and providers', 'sign in'], typed)).toBe(expected);
  });
});
