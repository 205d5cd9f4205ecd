import type { AiFailure } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { settleCall } from '../call-repo.ts';

const budgetStatement = statement(
  'ai.read_minutes',
  `select coalesce(sum(seconds), 0)::int as used,
     (count(*) filter (where created_at > clock_timestamp() - interval '1 minute'))::int as recent
   from ai_calls where client_id = $1 and seconds > 0 and id is distinct from $2
     and created_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`,
);

/**
 * Seconds of recordings of this month, calls under way included, and calls of the last minute.
 * @param except a call that is not counted
 */
export async function readMinutes(
  tx: TenantTx,
  except: string | null = null,
): Promise<{ used: number; recent: number }> {
  const [row] = await tx.rows<{ used: number; recent: number }>(budgetStatement, [tx.clientId, except]);
  return row ?? { used: 0, recent: 0 };
}

const insertStatement = statement(
  'ai.insert_recording_call',
  `insert into ai_calls (client_id, id, created_by, function, reserved_tokens, seconds, cost, currency)
   values ($1, $2, $3, 'transcription', 0, $4, $5::numeric, $6) on conflict do nothing`,
);

export type RecordingCall = { id: string; author: string; seconds: number; cost: string; currency: string };

/** Holds back what a recording may cost. @returns false when a call of this id began before */
export async function insertRecordingCall(tx: TenantTx, call: RecordingCall): Promise<boolean> {
  const { id, author, seconds, cost, currency } = call;
  return (await tx.run(insertStatement, [tx.clientId, id, author, seconds, cost, currency])) === 1;
}

const useStatement = statement(
  'ai.use_seconds',
  `update ai_calls set seconds = coalesce($3::int, seconds),
     cost = case when $3::int is null or seconds = 0 then cost else cost * $3::int / seconds end
   where client_id = $1 and id = $2 and state = 'open' returning cost::text`,
);

/** Ends a call once. @param seconds that count; null: those held back, as nobody can know */
export async function endRecordingCall(
  tx: TenantTx,
  id: string,
  failure: AiFailure | null,
  seconds: number | null,
): Promise<void> {
  const [row] = await tx.rows<{ cost: string }>(useStatement, [tx.clientId, id, seconds]);
  if (row === undefined) return;
  const { clientId } = tx;
  await settleCall(tx, { clientId, id, failure, inputTokens: 0, outputTokens: 0, cost: row.cost });
}
