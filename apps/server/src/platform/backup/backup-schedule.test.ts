import { describe, expect, it } from 'vitest';
import { backupName, backupsToRemove, lastDueAt, unfinishedBackups } from './backup-schedule.ts';

describe('a daily schedule', () => {
  it.each([
    ['03:00', 'UTC', '2026-11-30T03:00:00Z', '2026-11-30T03:00:00.000Z'],
    ['03:00', 'UTC', '2026-11-30T02:59:59Z', '2026-11-29T03:00:00.000Z'],
    ['03:00', 'Europe/Berlin', '2026-11-30T02:00:00Z', '2026-11-30T02:00:00.000Z'],
    ['23:30', 'America/New_York', '2026-11-30T04:00:00Z', '2026-11-29T04:30:00.000Z'],
  ])('at %s in %s was last due, seen from %s, at %s', (at, zone, now, due) => {
    expect(lastDueAt(at, zone, new Date(now)).toISOString()).toBe(due);
  });

  it('is due once on the days on which the clock is changed', () => {
    const due = new Set<string>();
    for (let at = Date.parse('2026-03-27T12:00:00Z'); at < Date.parse('2026-03-31T12:00:00Z'); at += 900_000) {
      due.add(lastDueAt('02:30', 'Europe/Berlin', new Date(at)).toISOString().slice(0, 10));
    }
    expect(due).toEqual(new Set(['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31']));
  });
});

describe('backups of a schedule', () => {
  const names = ['parley-20261128T030000Z.backup', 'parley-20261130T030000Z.backup', 'parley-20261129T030000Z.backup'];

  it('are named by their time, and the oldest are removed', () => {
    const newest = backupName(new Date('2026-12-01T03:00:05.123Z'));
    expect(newest).toBe('parley-20261201T030005Z.backup');
    expect(backupsToRemove([...names, newest], newest, 3)).toEqual(['parley-20261128T030000Z.backup']);
    expect(backupsToRemove([...names, newest], newest, 1)).toHaveLength(3);
    expect(backupsToRemove([...names, newest], newest, 9)).toEqual([]);
  });

  it('never remove the newest, also when the clock was set back, and no file of another name', () => {
    const newest = 'parley-20200101T000000Z.backup';
    const others = [
      'notes.txt',
      'before-upgrade.backup',
      'parley-20261129T030000Z.backup.partial',
      '../parley-1.backup',
    ];
    expect(backupsToRemove([...others, newest, names[0] ?? ''], newest, 1)).toEqual([names[0]]);
    expect(unfinishedBackups([...others, 'mine.partial'])).toEqual(['parley-20261129T030000Z.backup.partial']);
  });
});
