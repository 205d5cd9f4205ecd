import type { HelpTextSource } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type HelpTextRow = {
  id: string;
  title: string;
  body: string;
  created_by: string;
  updated_by: string;
  updated_at: Date;
  version: number;
  request_hash: Buffer;
  source_kind: HelpTextSource['kind'] | null;
  source_name: string | null;
  imported_at: Date | null;
  imported_version: number | null;
  /** As the list is sorted. */
  sort_title: string;
};

const columnsOf = (t: string) =>
  `${t}.id, ${t}.title, ${t}.body, ${t}.created_by, ${t}.updated_by, ${t}.updated_at, ${t}.version, ${t}.request_hash,
  ${t}.source_kind, ${t}.source_name, ${t}.imported_at, ${t}.imported_version,
  lower(${t}.title) as sort_title`;
const columns = columnsOf('help_texts');

const listStatement = statement(
  'ai.list_help_texts',
  `select ${columns} from help_texts
   where client_id = $1 and (lower(title), id) > ($2, $3::uuid)
     and ($4::text is null or fold_text(title || ' ' || body) like $4)
   order by lower(title), id limit $5`,
);

export function listHelpTexts(
  tx: TenantTx,
  after: { title: string; id: string },
  folded: string | null,
  limit: number,
): Promise<HelpTextRow[]> {
  const pattern = folded === null ? null : `%${folded.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return tx.rows<HelpTextRow>(listStatement, [tx.clientId, after.title, after.id, pattern, limit]);
}

/*
 * Texts with words of a question, those with the rarest words first: a word that every text has says nothing. Words are
 * compared by their letters, as in the search of messages, so the same works for every language; an account has at most
 * 500 texts.
 */
const searchStatement = statement(
  'ai.search_help_texts',
  `with hits as materialized (
     select h.id, w.word, h.folded_title like '%' || w.word || '%' as in_title
     from (select id, fold_text(title) as folded_title, fold_text(title || ' ' || body) as folded
       from help_texts where client_id = $1) h
     join unnest($2::text[]) as w(word) on h.folded like '%' || w.word || '%'
   ), weights as (
     select word, ln(1 + (select count(*) from help_texts where client_id = $1)::float8 / count(*)) as weight
     from hits group by word
   ), best as (
     select h.id, sum(w.weight * case when h.in_title then 2 else 1 end) as score
     from hits h join weights w using (word) group by h.id order by score desc, h.id limit $3
   )
   select ${columnsOf('t')}
   from best join help_texts t on t.client_id = $1 and t.id = best.id order by best.score desc, t.id`,
);

/** @param words folded, of letters and digits only */
export function searchHelpTexts(tx: TenantTx, words: readonly string[], limit: number): Promise<HelpTextRow[]> {
  return tx.rows<HelpTextRow>(searchStatement, [tx.clientId, words, limit]);
}

const findStatement = statement(
  'ai.find_help_text',
  `select ${columns} from help_texts where client_id = $1 and id = $2`,
);
const lockStatement = statement(
  'ai.lock_help_text',
  `select ${columns} from help_texts where client_id = $1 and id = $2 for update`,
);

export async function findHelpText(tx: TenantTx, id: string, lock = false): Promise<HelpTextRow | null> {
  const [row] = await tx.rows<HelpTextRow>(lock ? lockStatement : findStatement, [tx.clientId, id]);
  return row ?? null;
}

const insertStatement = statement(
  'ai.insert_help_text',
  `insert into help_texts (client_id, id, title, body, created_by, updated_by, request_hash)
   values ($1, $2, $3, $4, $5, $5, $6) on conflict do nothing`,
);

/** @returns false when the id is taken */
export async function insertHelpText(
  tx: TenantTx,
  row: Pick<HelpTextRow, 'id' | 'title' | 'body' | 'created_by' | 'request_hash'>,
): Promise<boolean> {
  const values = [tx.clientId, row.id, row.title, row.body, row.created_by, row.request_hash];
  return (await tx.run(insertStatement, values)) === 1;
}

const updateStatement = statement(
  'ai.update_help_text',
  `update help_texts set title = $3, body = $4, updated_by = $5, updated_at = date_trunc('milliseconds', now()),
     version = version + 1 where client_id = $1 and id = $2`,
);

export async function updateHelpText(
  tx: TenantTx,
  row: Pick<HelpTextRow, 'id' | 'title' | 'body' | 'updated_by'>,
): Promise<void> {
  await tx.run(updateStatement, [tx.clientId, row.id, row.title, row.body, row.updated_by]);
}

const deleteStatement = statement('ai.delete_help_text', 'delete from help_texts where client_id = $1 and id = $2');

export async function deleteHelpText(tx: TenantTx, id: string): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, id]);
}
