import { readdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type OperatorAccess, OperatorError } from '../db/operator.ts';
import { syncFolder } from '../postgres/placement.ts';
import { readArchive } from './archive-reader.ts';
import { backupName, backupsToRemove, unfinishedBackups } from './backup-schedule.ts';
import { takeBackupLock } from './catalog-repo.ts';
import { createBackup } from './create-backup.ts';
import type { BackedUpFiles } from './data-directory.ts';
import { noteScheduled, readSchedule } from './schedule-repo.ts';

export type ScheduledBackup = { file: string; sizeBytes: number; removed: string[] };

/**
 * Makes the backup that was due at a time, unless it was made or another process makes it, and removes the oldest ones.
 * @returns null when there is nothing to do
 * @throws OperatorError; all earlier backups are still there then
 */
export async function makeScheduledBackup(
  access: OperatorAccess,
  { config, due, backedUpFiles }: { config: Config; due: Date; backedUpFiles: BackedUpFiles },
): Promise<ScheduledBackup | null> {
  const folder = config.BACKUP_DIR;
  if (folder === undefined || !(await takeBackupLock(access.client))) return null;
  const { scheduled_backup_for: before } = await readSchedule(access.database);
  if (before !== null && before >= due) return null;
  for (const name of unfinishedBackups(namesIn(folder))) await rm(join(folder, name), { force: true });

  const name = backupName(new Date());
  const file = join(folder, name);
  const passphrase = config.BACKUP_PASSPHRASE;
  const reserveBytes = config.DISK_RESERVE_MB * 1_048_576;
  const say = () => undefined;
  const check = (partial: string) => requireWhole(partial, passphrase);
  const { sizeBytes } = await createBackup(access, { file, passphrase, backedUpFiles, reserveBytes, check, say });
  await noteScheduled(access.database, due);

  const removed = backupsToRemove(namesIn(folder), name, config.BACKUP_KEEP);
  for (const old of removed) await rm(join(folder, old), { force: true });
  syncFolder(folder);
  return { file, sizeBytes, removed };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new OperatorError(`BACKUP_DIR: ${folder} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}

/** Reads back what was written. A file that cannot be read is no reason to remove an older one. */
async function requireWhole(file: string, passphrase: string | undefined): Promise<void> {
  const handle = await open(file);
  try {
    await readArchive(handle, passphrase, {
      manifest: () => Promise.resolve(),
      async entry(_name, _sizeBytes, content) {
        for await (const chunk of content) void chunk;
      },
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`${file} was written and cannot be read back: ${why}`, { cause: error });
  } finally {
    await handle.close();
  }
}
