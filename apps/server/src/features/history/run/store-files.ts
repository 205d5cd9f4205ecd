import { maxMediaBytes } from '@parley/contract/media';
import { AppError } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/jobs/runner.ts';
import { type MediaServices, type StoredFile, storeBytes } from '../../media/public.ts';
import type { Archive } from '../read/archive.ts';
import type { Item, MessageItem } from './items.ts';

/** A stored file, or why there is none. */
export type ItemFile = StoredFile | { reason: string };

/** Where the files are that messages name. */
export type Files = {
  open(path: string): Promise<AsyncIterable<Uint8Array> | { reason: string }>;
  /** Why there is none when its bytes break off. */
  broken: string;
};

/** The import can't go on until somebody makes room. */
export class NoRoomForFiles extends Error {}

const omitted = 'The export has no files: it was made without media.';

/** The files of an uploaded zip. */
export function filesOfArchive(archive: Archive): Files {
  const byName = new Map((archive.paths ?? []).map((path) => [path.split('/').at(-1), path]));
  return {
    broken: 'The file is damaged in the export.',
    open: async (path) => {
      const place = archive.paths?.includes(path) === true ? path : byName.get(path);
      const bytes = place === undefined || archive.paths === null ? null : archive.open(place);
      return bytes ?? { reason: 'The export does not have this file.' };
    },
  };
}

/**
 * Stores the files that the messages of a page name, before its transaction; one that is stored already takes no more room.
 * @returns by the line of the message
 */
export async function storeFiles(
  job: Job,
  media: MediaServices,
  source: Files,
  items: readonly Item[],
): Promise<Map<number, ItemFile>> {
  const files = new Map<number, ItemFile>();
  for (const item of items) {
    if (item.kind !== 'message') continue;
    if (item.omitted !== null) files.set(item.no, { reason: omitted });
    if (item.file === null) continue;
    if (job.signal.aborted) throw new Error('the server is ending');
    files.set(item.no, await storeFile(job, media, source, item.file));
  }
  return files;
}

async function storeFile(
  job: Job,
  media: MediaServices,
  source: Files,
  { path, name }: NonNullable<MessageItem['file']>,
): Promise<ItemFile> {
  const found = await source.open(path);
  if ('reason' in found) return found;
  try {
    return await storeBytes(media.fileStore, job.clientId, found, { mostBytes: maxMediaBytes, filename: name });
  } catch (error) {
    if (job.signal.aborted) throw error;
    if (!(error instanceof AppError)) return { reason: source.broken };
    if (error.code === 'storage_full') throw new NoRoomForFiles(error.message, { cause: error });
    return { reason: error.message };
  }
}
