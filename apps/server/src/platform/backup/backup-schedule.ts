import { minutesOf, zoneOf } from '@parley/contract/opening';

const dayMs = 86_400_000;
const made = /^parley-(\d{8}T\d{6}Z)\.backup$/;
const unfinished = /^parley-\d{8}T\d{6}Z\.backup\.partial$/;

/** The last time that a daily schedule was due. @param at `HH:MM` */
export function lastDueAt(at: string, timeZone: string, now: Date): Date {
  const zone = zoneOf(timeZone);
  const today = zone.dateOf(now.getTime());
  // The clock may skip the time of one day.
  for (let ago = 0; ago <= 2; ago++) {
    const due = zone.at(today - ago * dayMs, minutesOf(at));
    if (due <= now.getTime()) return new Date(due);
  }
  throw new Error('a schedule that was never due');
}

/** `parley-20261130T030000Z.backup` */
export function backupName(now: Date): string {
  return `parley-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;
}

export function isBackupName(name: string): boolean {
  return made.test(name);
}

/** @returns the newest backup of these names that was begun since a time */
export function newestSince(names: readonly string[], since: Date): string | undefined {
  const first = backupName(since);
  return names
    .filter((name) => made.test(name) && name >= first)
    .sort()
    .at(-1);
}

/**
 * The backups that may be removed now that `newest` is whole: all but the last `keep`. Files of other names are not ours.
 * @param names of the files in the folder
 */
export function backupsToRemove(names: readonly string[], newest: string, keep: number): string[] {
  const others = names.filter((name) => made.test(name) && name !== newest);
  return others
    .sort()
    .reverse()
    .slice(keep - 1);
}

/** What backups left that were killed. Only while no other backup runs. */
export function unfinishedBackups(names: readonly string[]): string[] {
  return names.filter((name) => unfinished.test(name));
}
