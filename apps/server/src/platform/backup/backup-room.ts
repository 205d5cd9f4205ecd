import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type OperatorAccess, OperatorError } from '../db/operator.ts';
import { diskOf } from '../disk.ts';
import { type BackedUpFiles, listDataFiles } from './data-directory.ts';
import { formatSize } from './progress.ts';
import { readTableBytes } from './schedule-repo.ts';

/** Compressed rows are taken to be at most this part of their tables; media hardly shrink. An estimate. */
const shareOfTables = 0.25;

export type RoomOptions = {
  file: string;
  backedUpFiles: BackedUpFiles;
  /** Free space that the data's disk keeps, when the backup is on the same one. */
  reserveBytes: number;
};

/**
 * Estimates what the backup needs before it begins.
 * @returns a check for the time while it is written
 * @throws OperatorError when there is too little room, by either
 */
export async function requireBackupRoom(access: OperatorAccess, order: RoomOptions): Promise<() => void> {
  const { dataDir, client } = access;
  const folder = dirname(order.file);
  const reserveBytes =
    statSync(dataDir, { throwIfNoEntry: false })?.dev === statSync(folder).dev ? order.reserveBytes : 0;
  const free = () => diskOf(folder)?.free_bytes ?? Number.POSITIVE_INFINITY;
  let needed = reserveBytes + (await readTableBytes(client)) * shareOfTables;
  for await (const { absolute } of listDataFiles(dataDir, order.backedUpFiles)) {
    needed += (await stat(absolute).catch(() => null))?.size ?? 0;
  }
  const { elsewhere = [], leftOut = [] } = order.backedUpFiles;
  for (const { folder: kept, list } of elsewhere) {
    if (leftOut.includes(kept)) continue;
    for await (const { sizeBytes } of list(access.database)) needed += sizeBytes;
  }
  if (free() < needed) {
    throw new OperatorError(
      `${folder} has ${formatSize(free())} free, and the backup needs about ${formatSize(needed)}. Make room, or name another folder.`,
    );
  }
  return () => {
    if (free() < reserveBytes) throw noRoom(folder);
  };
}

export function noRoom(folder: string, cause?: unknown): OperatorError {
  return new OperatorError(`There is no room left in ${folder}.`, { cause });
}
