import { type Executor, statement } from '../../platform/db/sql.ts';

export type StoredFile = { client_id: string; id: string; sha256: Buffer; size_bytes: number; has_thumbnail: boolean };

const firstId = '00000000-0000-0000-0000-000000000000';
const listStatement = statement(
  'media.list_in_backup',
  `select client_id, id, sha256, size_bytes, has_thumbnail from media_files where (client_id, id) > ($1::uuid, $2::uuid)
   order by client_id, id limit 1000`,
);

/** Files of all accounts, a page at a time. */
export async function* pagesOfFiles(database: Executor): AsyncGenerator<StoredFile[]> {
  let last: StoredFile | undefined;
  for (;;) {
    const page = await database.rows<StoredFile>(listStatement, [last?.client_id ?? firstId, last?.id ?? firstId]);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1);
  }
}
