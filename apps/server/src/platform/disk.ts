import { existsSync, statfsSync } from 'node:fs';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import { resolveEmbeddedPaths } from './postgres/paths.ts';

/** Less free space than this counts as full: PostgreSQL needs room for a segment of its log and for a checkpoint. */
export const fullBelowBytes = 64 * 1_048_576;

/** The disk has less free space than the operator keeps for everything but files. */
export class NoRoom extends AppError {
  constructor() {
    super('storage_full', {
      message: 'The server has too little disk space for files. Nothing can be uploaded until its operator makes room.',
    });
  }
}

/** The folders of this machine that hold the installation's data, as far as they exist. */
export function dataFolders({ dataDir, DATABASE_URL }: Pick<Config, 'dataDir' | 'DATABASE_URL'>): string[] {
  const cluster = DATABASE_URL === undefined ? [resolveEmbeddedPaths(dataDir).clusterDir] : [];
  return [dataDir, ...cluster].filter((folder) => existsSync(folder));
}

export type Disk = { free_bytes: number; total_bytes: number };

/** @returns null when the folder cannot be looked at */
export function diskOf(folder: string): Disk | null {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
  } catch {
    return null;
  }
}

/** The file system of the installation's data with the least room; null when none can be looked at. */
export function fullestDisk(config: Pick<Config, 'dataDir' | 'DATABASE_URL'>): Disk | null {
  const disks = dataFolders(config).flatMap((folder) => diskOf(folder) ?? []);
  return disks.toSorted((one, other) => one.free_bytes - other.free_bytes)[0] ?? null;
}

/** @throws NoRoom when so many more bytes would leave less free than `DISK_RESERVE_MB` */
export function ensureRoom(config: Config, bytes: number): void {
  const free = fullestDisk(config)?.free_bytes ?? Number.POSITIVE_INFINITY;
  if (free - bytes < config.DISK_RESERVE_MB * 1_048_576) throw new NoRoom();
}
