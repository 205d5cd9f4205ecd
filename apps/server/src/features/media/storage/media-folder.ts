import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../../platform/config.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { claimMediaFolder, findMediaFolder } from './media-folder-repo.ts';

/**
 * Processes that share a database must share the media folder too, or they could not read each other's files. Folder
 * and database contain the same id.
 * @throws ConfigError when this is another folder
 */
export async function requireMediaFolder(platform: Platform): Promise<void> {
  const { config } = platform;
  // The embedded database is in the same data directory; a bucket is the same for every process.
  if (config.DATABASE_URL === undefined || config.S3_BUCKET !== undefined) return;
  const system = platform.db.system.statements('media');
  const folder = join(config.dataDir, 'media');
  const file = join(folder, '.installation');
  const mark = await readMark(file);
  let known = await findMediaFolder(system);
  if (known === null) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Of several processes that start at once, the first one writes it.
    await writeFile(file, mark ?? newId(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    known = await claimMediaFolder(system, (await readMark(file)) ?? '');
  }
  if (known === (await readMark(file))) return;
  throw new ConfigError(
    `DATA_DIR: ${folder} does not hold the files of this installation. Give every process the same folder, or set S3_BUCKET and its settings. If those files are lost, write ${known} into ${file}.`,
  );
}

async function readMark(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
