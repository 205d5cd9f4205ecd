import type { AiAction, AiFailure } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type CalledFor = AiAction | 'test';

// In one statement, so that it fits the lock of the settings: what is spent and what is held back.
const budgetStatement = statement(
  'ai.read_budget',
  `select coalesce((select sum(input_tokens + output_tokens) from ai_months
       where client_id = $1 and month = date_trunc('month', now() at time zone 'UTC')::date), 0)::bigint as spent,
     coalesce((select sum(reserved_tokens) from ai_calls where client_id = $1 and state = 'open'), 0)::bigint as reserved,
     (select count(*) from ai_calls
       where client_id = $1 and created_by = $2 and created_at > clock_timestamp() - interval '1 minute')::int as recent`,
);
export type Budget = { spent: number; reserved: number; recent: number };

export async function readBudget(tx: TenantTx, author: string): Promise<Budget> {
  const [row] = await tx.rows<Budget>(budgetStatement, [tx.clientId, author]);
  if (row === undefined) throw new Error('a statement that always answers gave nothing');
  return row;
}

const insertStatement = statement(
  'ai.insert_call',
  `insert into ai_calls (client_id, id, created_by, function, reserved_tokens, currency) values ($1, $2, $3, $4, $5, $6)
   on conflict do nothing`,
);

export type NewCall = { id: string; author: string; action: CalledFor; reserved: number; currency: string };

/** @returns false when there is a call of this id */
export async function insertCall(tx: TenantTx, { id, author, action, reserved, currency }: NewCall): Promise<boolean> {
  return (await tx.run(insertStatement, [tx.clientId, id, author, action, reserved, currency])) === 1;
}

// The month is the one of the settlement: what is reserved at its start counts there.
const settleStatement = statement(
  'ai.settle_call',
  `with ended as (
     update ai_calls set state = case when $3::text is null then 'done' else 'failed' end, failure = $3,
       input_tokens = $4, output_tokens = $5, cost = $6::numeric, ended_at = date_trunc('milliseconds', clock_timestamp())
     where client_id = $1 and id = $2 and state = 'open'
     returning client_id, currency, state, input_tokens, output_tokens, cost
   )
   insert into ai_months (client_id, month, currency, calls, failed, input_tokens, output_tokens, cost)
   select client_id, date_trunc('month', now() at time zone 'UTC')::date, currency, 1, (state = 'failed')::int,
     input_tokens, output_tokens, cost from ended
   on conflict (client_id, month, currency) do update set calls = ai_months.calls + 1,
     failed = ai_months.failed + excluded.failed, input_tokens = ai_months.input_tokens + excluded.input_tokens,
     output_tokens = ai_months.output_tokens + excluded.output_tokens, cost = ai_months.cost + excluded.cost`,
);

export type Settlement = {
  clientId: string;
  id: string;
  failure: AiFailure | null;
  inputTokens: number;
  outputTokens: number;
  /** A decimal number. */
  cost: string;
};

/** Ends a call once: its tokens are no longer held back but spent. */
export async function settleCall(tx: Executor, settled: Settlement): Promise<void> {
  const { clientId, id, failure, inputTokens, outputTokens, cost } = settled;
  await tx.run(settleStatement, [clientId, id, failure, inputTokens, outputTokens, cost]);
}

const interruptedStatement = statement(
  'ai.list_interrupted_calls',
  `select client_id, id, reserved_tokens from ai_calls
   where state = 'open' and seconds = 0 and created_at < now() - interval '5 minutes' order by client_id, id limit 1000`,
);

/** Calls whose process ended before the answer. Those with a recording are ended by their job. */
export function listInterruptedCalls(
  tx: Executor,
): Promise<{ client_id: string; id: string; reserved_tokens: number }[]> {
  return tx.rows(interruptedStatement);
}

const deleteOldStatement = statement(
  'ai.delete_old_calls',
  `delete from ai_calls where created_at < now() - interval '35 days' and state <> 'open'`,
);

export async function deleteOldCalls(tx: Executor): Promise<number> {
  return tx.run(deleteOldStatement);
}
