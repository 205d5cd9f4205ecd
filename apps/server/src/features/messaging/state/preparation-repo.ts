import type { MessageError } from '@parley/contract/types';
import { type Executor, statement } from '../../../platform/db/sql.ts';
import { isEndedBy, stateAfterFirst } from './state-sql.ts';

/** The result of uploading a message's files to WhatsApp: `uploaded` is added to its content. */
export type Preparation =
  | { outcome: 'ready'; uploaded: Record<string, unknown> }
  | { outcome: 'retry'; reason: string; delayMs: number }
  | { outcome: 'failed'; error: MessageError };

/*
 * Nothing was sent to the customer, so the trigger stays `waiting`: when the server stops in between, the file is
 * uploaded again. Locks triggers before messages, like every writer of both tables.
 */
const settleStatement = statement(
  'messaging.settle_preparation',
  `with mine as materialized (
     select t.client_id, t.id, t.message_id from triggers t
     where t.client_id = $1 and t.id = $2 and t.state = 'waiting' for update
   ), moved as (
     update triggers t set
       state = case when $3 = 'failed' then 'done' else 'waiting' end,
       done_at = case when $3 = 'failed' then now() end,
       run_at = now() + $4 * interval '1 millisecond',
       tries = t.tries + case when $3 = 'retry' then 1 else 0 end
     from mine where t.client_id = mine.client_id and t.id = mine.id
   )
   update messages m set
     content = case when $3 = 'ready' then m.content || $5::jsonb else m.content end,
     ${stateAfterFirst([{ event: 'file_refused', when: `$3 = 'failed'` }])},
     waiting_reason = case when $3 = 'retry' then $6 else null end,
     error = case when $3 = 'failed' then $7::jsonb else m.error end,
     version = m.version + case when $3 = 'ready' and m.waiting_reason is null then 0 else 1 end
   from mine where m.client_id = mine.client_id and m.id = mine.message_id and ${isEndedBy('file_refused')}
   returning m.id, m.version, m.client_id`,
);

/** @returns the message's version; null when the trigger no longer waits */
export async function settlePreparation(
  tx: Executor,
  clientId: string,
  triggerId: string,
  preparation: Preparation,
): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(settleStatement, [
    clientId,
    triggerId,
    preparation.outcome,
    preparation.outcome === 'retry' ? Math.round(preparation.delayMs) : 0,
    preparation.outcome === 'ready' ? JSON.stringify(preparation.uploaded) : null,
    preparation.outcome === 'retry' ? preparation.reason : null,
    preparation.outcome === 'failed' ? JSON.stringify(preparation.error) : null,
  ]);
  return row?.version ?? null;
}
