import { readdirSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from '../config.ts';
import { type OperatorAccess, OperatorError } from '../db/operator.ts';
import { syncFolder } from '../postgres/placement.ts';
import { readArchive } from './archive-reader.ts';
import type { BackupBucket } from './backup-bucket.ts';
import { backupName, backupsToRemove, newestSince, unfinishedBackups } from './backup-schedule.ts';
import { takeBackupLock } from './catalog-repo.ts';
import { createBackup } from './create-backup.ts';
import type { BackedUpFiles } from './data-directory.ts';
import { noteScheduled, readSchedule } from './schedule-repo.ts';

export type ScheduledBackup = { file: string; sizeBytes: number; removed: string[] };

export type ScheduledOrder = {
  config: Config;
  due: Date;
  backedUpFiles: BackedUpFiles;
  /** Gets a copy. */
  bucket: BackupBucket | null;
};

/**
 * Makes the backup that was due at a time, unless it was made or another process makes it, removes the oldest ones, and
 * copies it into the bucket.
 * @returns null when there is nothing to do
 * @throws OperatorError; when it was not made, all earlier backups are still there
 */
export async function makeScheduledBackup(
  access: OperatorAccess,
  { config, due, backedUpFiles, bucket }: ScheduledOrder,
): Promise<ScheduledBackup | null> {
  const folder = config.BACKUP_DIR;
  if (folder === undefined || !(await takeBackupLock(access.client))) return null;
  const { scheduled_backup_for: before } = await readSchedule(access.database);
  if (before !== null && before >= due) return null;
  for (const name of unfinishedBackups(namesIn(folder))) await rm(join(folder, name), { force: true });

  // It is there already when only its copy failed.
  const name = newestSince(namesIn(folder), due) ?? (await make(access, folder, config, backedUpFiles));
  const file = join(folder, name);
  const removed = backupsToRemove(namesIn(folder), name, config.BACKUP_KEEP);
  for (const old of removed) await rm(join(folder, old), { force: true });
  syncFolder(folder);
  if (bucket !== null) await copyInto(bucket, file, config.BACKUP_KEEP);
  await noteScheduled(access.database, due);
  return { file, sizeBytes: (await stat(file)).size, removed };
}

/** @returns its name in the folder */
async function make(
  access: OperatorAccess,
  folder: string,
  config: Config,
  backedUpFiles: BackedUpFiles,
): Promise<string> {
  const name = backupName(new Date());
  const passphrase = config.BACKUP_PASSPHRASE;
  await createBackup(access, {
    file: join(folder, name),
    passphrase,
    backedUpFiles,
    reserveBytes: config.DISK_RESERVE_MB * 1_048_576,
    check: (partial) => requireWhole(partial, passphrase),
    say: () => undefined,
  });
  return name;
}

/** Older copies are removed only when the bucket has this one. */
async function copyInto(bucket: BackupBucket, file: string, keep: number): Promise<void> {
  const name = basename(file);
  const { size } = await stat(file);
  const before = await bucket.list();
  if (!before.some((kept) => kept.name === name && kept.sizeBytes === size)) await bucket.add(file);
  const names = before.map((kept) => kept.name);
  for (const old of backupsToRemove(names, name, keep)) await bucket.remove(old);
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
