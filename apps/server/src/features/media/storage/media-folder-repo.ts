import { type Executor, statement } from '../../../platform/db/sql.ts';

const claim = statement('media.claim_folder', 'insert into media_folders (id) values ($1) on conflict do nothing');
const find = statement('media.find_folder', 'select id from media_folders');

/** Sets the media folder of the installation unless it has one. @returns the one it has */
export async function claimMediaFolder(system: Executor, id: string): Promise<string | null> {
  await system.run(claim, [id]);
  return findMediaFolder(system);
}

export async function findMediaFolder(system: Executor): Promise<string | null> {
  const [row] = await system.rows<{ id: string }>(find);
  return row?.id ?? null;
}

const release = statement('media.release_folder', 'delete from media_folders');

/** After a restore from a backup the files are in another folder. */
export async function releaseMediaFolder(tx: Executor): Promise<void> {
  await tx.run(release);
}
