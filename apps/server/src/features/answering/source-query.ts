import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type SourceText = { kind: 'help_text' | 'saved_reply' | 'answer'; id: string; title: string; body: string };

/*
 * Words that few texts have say more; those of a title count double. Saved replies are those that all members share and
 * that need no values, the 500 changed last. Good answers stand under what the customer had asked.
 */
const searchStatement = statement(
  'answering.search_sources',
  `with texts as materialized (
     select 'help_text' as kind, id, title, body from shared_help_texts where client_id = $1
     union all
     (select 'saved_reply', id, name, body from shared_session_templates
     where client_id = $1 and owner_id is null and deleted_at is null and body <> '' and position('{{' in body) = 0
     order by updated_at desc limit 500)
     union all
     select 'answer', a.message_id, left(q.content->>'body', 200), r.content->>'body' from (
       select message_id, reply_id from answering_messages where client_id = $1 and rating = 'good'
       order by created_at desc limit 500) a
     join shared_messages q on q.client_id = $1 and q.id = a.message_id
     join shared_messages r on r.client_id = $1 and r.id = a.reply_id
     where q.content->>'body' is not null and r.content->>'body' is not null
   ), folded as materialized (
     select kind, id, fold_text(title) as title, fold_text(title || ' ' || body) as whole from texts
   ), hits as (
     select f.kind, f.id, w.word, f.title like '%' || w.word || '%' as in_title
     from folded f join unnest($2::text[]) as w(word) on f.whole like '%' || w.word || '%'
   ), weights as (
     select word, ln(1 + (select count(*) from texts)::float8 / count(*)) as weight from hits group by word
   ), best as (
     select h.kind, h.id, sum(w.weight * case when h.in_title then 2 else 1 end) as score
     from hits h join weights w using (word) group by h.kind, h.id order by score desc, h.id limit $3
   )
   select t.kind, t.id, t.title, t.body from best b join texts t using (kind, id) order by b.score desc, t.id`,
);

/** The texts that have most of some words. @param words folded, of letters and digits only */
export function searchSources(tx: TenantTx, words: readonly string[], limit: number): Promise<SourceText[]> {
  return tx.rows<SourceText>(searchStatement, [tx.clientId, words, limit]);
}
