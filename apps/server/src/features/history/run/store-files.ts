import { maxMediaBytes } from '@parley/contract/media';
import { AppError } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/jobs/runner.ts';
import { type MediaServices, type StoredFile, storeBytes } from '../../media/public.ts';
import type { Archive } from '../read/archive.ts';
import type { Item, MessageItem } from './items.ts';

/** A stored file, or why there is none. */
export type ItemFile = StoredFile | { reason: string };

/** The import can't go on until somebody makes room. */
export class NoRoomForFiles extends Error {}

const omitted = 'The export has no files: it was made without media.';

/**
 * Stores the files that the messages of a page name, before its transaction; one that is stored already takes no more room.
 * @returns by the line of the message
 */
export async function storeFiles(
  job: Job,
  media: MediaServices,
  archive: Archive,
  items: readonly Item[],
): Promise<Map<number, ItemFile>> {
  const byName = new Map((archive.paths ?? []).map((path) => [path.split('/').at(-1), path]));
  const files = new Map<number, ItemFile>();
  for (const item of items) {
    if (item.kind !== 'message') continue;
    if (item.omitted) files.set(item.no, { reason: omitted });
    if (item.file === null) continue;
    if (job.signal.aborted) throw new Error('the server is ending');
    files.set(item.no, await storeFile(job.clientId, media, archive, byName, item.file));
  }
  return files;
}

async function storeFile(
  clientId: string,
  media: MediaServices,
  archive: Archive,
  byName: ReadonlyMap<string | undefined, string>,
  { path, name }: NonNullable<MessageItem['file']>,
): Promise<ItemFile> {
  const place = archive.paths?.includes(path) === true ? path : byName.get(path);
  const bytes = place === undefined || archive.paths === null ? null : archive.open(place);
  if (bytes === null) return { reason: 'The export does not have this file.' };
  try {
    return await storeBytes(media.fileStore, clientId, bytes, { mostBytes: maxMediaBytes, filename: name });
  } catch (error) {
    if (!(error instanceof AppError)) return { reason: 'The file is damaged in the export.' };
    if (error.code === 'storage_full') throw new NoRoomForFiles(error.message, { cause: error });
    return { reason: error.message };
  }
}
