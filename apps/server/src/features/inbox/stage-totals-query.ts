import type { LookupConditions, ThreadConditions } from '@parley/contract/threads';
import type { StageTotal } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { forceCustomPlans, Parameters, unnamedStatement } from '../contacts/public.ts';
import {
  conditionsOf,
  lookupConditions,
  type ThreadScope,
  threadChannels,
  visibleConditions,
} from './thread-conditions-query.ts';

/** What each column of the board has, as `columnConditions` of the contract decides it. Stages without any are left out. */
export async function sumStages(
  tx: TenantTx,
  { state, ...conditions }: ThreadConditions,
  lookup: LookupConditions,
  scope: ThreadScope,
): Promise<StageTotal[]> {
  const parameters = new Parameters(tx.clientId);
  const parts = [
    't.client_id = $1',
    ...conditionsOf(conditions, scope, parameters),
    ...lookupConditions(lookup, parameters),
    ...visibleConditions(scope, parameters),
  ];
  if (state !== undefined) {
    const closing =
      state === 'ACTIVE' ? ' or t.stage_id in (select id from stages where client_id = $1 and closes)' : '';
    parts.push(`(t.state = ${parameters.add(state)}${closing})`);
  }
  await tx.rows(forceCustomPlans);
  return tx.rows<StageTotal>(
    unnamedStatement(`select t.stage_id, count(*)::int as threads, coalesce(sum(t.value_minor), 0)::bigint as value
      from shared_threads t ${threadChannels} where ${parts.join(' and ')} group by 1`),
    parameters.values,
  );
}
