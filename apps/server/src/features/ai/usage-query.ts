import type { AiFailure, AiUsage } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

type SpentRow = {
  currency: string;
  calls: number;
  failed: number;
  input_tokens: number;
  output_tokens: number;
  cost: number;
};

const dayStatement = statement(
  'ai.sum_day',
  `select currency, count(*)::int as calls, count(*) filter (where state = 'failed')::int as failed,
     sum(input_tokens)::bigint as input_tokens, sum(output_tokens)::bigint as output_tokens, sum(cost)::float8 as cost
   from ai_calls where client_id = $1 and created_at > now() - interval '24 hours' and state <> 'open'
   group by currency order by currency`,
);
const monthStatement = statement(
  'ai.sum_month',
  `select currency, calls, failed, input_tokens, output_tokens, cost::float8 as cost from ai_months
   where client_id = $1 and month = date_trunc('month', now() at time zone 'UTC')::date order by currency`,
);
const failuresStatement = statement(
  'ai.count_failures',
  `select failure as reason, count(*)::int as count from ai_calls
   where client_id = $1 and created_at > now() - interval '24 hours' and state = 'failed'
   group by failure order by count(*) desc, failure`,
);
const reservedStatement = statement(
  'ai.sum_reserved',
  `select coalesce(sum(reserved_tokens), 0)::int as tokens from ai_calls where client_id = $1 and state = 'open'`,
);

export async function readUsage(tx: TenantTx): Promise<Omit<AiUsage, 'monthly_tokens'>> {
  const own = [tx.clientId];
  const [day, month, failures, reserved] = await Promise.all([
    tx.rows<SpentRow>(dayStatement, own),
    tx.rows<SpentRow>(monthStatement, own),
    tx.rows<{ reason: AiFailure; count: number }>(failuresStatement, own),
    tx.rows<{ tokens: number }>(reservedStatement, own),
  ]);
  return { last_24h: sumOf(day), month: sumOf(month), reserved_tokens: reserved[0]?.tokens ?? 0, failures };
}

function sumOf(rows: readonly SpentRow[]): AiUsage['month'] {
  const sum = (name: 'calls' | 'failed' | 'input_tokens' | 'output_tokens') =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    calls: sum('calls'),
    failed: sum('failed'),
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    costs: rows.filter(({ cost }) => cost > 0).map(({ currency, cost }) => ({ currency, amount: cost })),
  };
}
