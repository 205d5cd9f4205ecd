import { type Executor, statement } from '../../platform/db/sql.ts';

export type StoredFile = { client_id: string; id: string; sha256: Buffer; size_bytes: number };

const firstId = '00000000-0000-0000-0000-000000000000';
const listStatement = statement(
  'media.list_in_backup',
  `select client_id, id, sha256, size_bytes from media_files where (client_id, id) > ($1::uuid, $2::uuid)
   order by client_id, id limit 1000`,
);

/** Files of all accounts, a page at a time. @param last of the page before */
export function listFilesAfter(database: Executor, last?: StoredFile): Promise<StoredFile[]> {
  return database.rows<StoredFile>(listStatement, [last?.client_id ?? firstId, last?.id ?? firstId]);
}
