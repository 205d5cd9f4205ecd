import type { Scenario } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

export type ScenarioRow = { id: string; scenario: Scenario; created_by: string; created_at: Date };
const columns = 'id, scenario, created_by, created_at';

const list = statement(
  'sandbox_scenarios_list',
  `select ${columns} from sandbox_scenarios where client_id = $1 order by created_at desc, id desc limit $2`,
);

/** Newest first. */
export function listScenarios(tx: TenantTx, limit: number): Promise<ScenarioRow[]> {
  return tx.rows(list, [tx.clientId, limit]);
}

const put = statement(
  'sandbox_scenarios_put',
  `insert into sandbox_scenarios as s (client_id, id, scenario, created_by)
   select $1, $2, $3, $4 where exists (select from sandbox_scenarios where client_id = $1 and id = $2)
     or (select count(*) from sandbox_scenarios where client_id = $1) < $5
   on conflict (client_id, id) do update set scenario = excluded.scenario
   returning ${columns}, xmax = 0 as made`,
);

/** @returns null when the account keeps `most` others already */
export async function putScenario(
  tx: TenantTx,
  id: string,
  scenario: Scenario,
  author: string,
  most: number,
): Promise<(ScenarioRow & { made: boolean }) | null> {
  const values = [tx.clientId, id, JSON.stringify(scenario), author, most];
  const [row] = await tx.rows<ScenarioRow & { made: boolean }>(put, values);
  return row ?? null;
}

const remove = statement('sandbox_scenarios_delete', 'delete from sandbox_scenarios where client_id = $1 and id = $2');

/** @returns false when there is none */
export async function deleteScenario(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(remove, [tx.clientId, id])) === 1;
}
