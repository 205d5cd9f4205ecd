import type { Scenario } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

export type ScenarioRow = { id: string; scenario: Scenario; created_by: string; created_at: Date };
const columns = 'id, scenario, created_by, created_at';

const list = statement(
  'channels.list_scenarios',
  `select ${columns} from sandbox_scenarios where client_id = $1 order by created_at desc, id desc limit $2`,
);

/** Newest first. */
export function listScenarios(tx: TenantTx, limit: number): Promise<ScenarioRow[]> {
  return tx.rows(list, [tx.clientId, limit]);
}

const put = statement(
  'channels.save_scenario',
  `insert into sandbox_scenarios as s (client_id, id, scenario, created_by) values ($1, $2, $3, $4)
   on conflict (client_id, id) do update set scenario = excluded.scenario
   returning ${columns}, xmax = 0 as made`,
);

/** Stores a scenario, replacing one of the same id. */
export async function upsertScenario(
  tx: TenantTx,
  id: string,
  scenario: Scenario,
  author: string,
): Promise<ScenarioRow & { made: boolean }> {
  const values = [tx.clientId, id, JSON.stringify(scenario), author];
  const [row] = await tx.rows<ScenarioRow & { made: boolean }>(put, values);
  if (row === undefined) throw new Error('an insert that updates gave no row');
  return row;
}

const remove = statement('channels.delete_scenario', 'delete from sandbox_scenarios where client_id = $1 and id = $2');

/** @returns false when there is none */
export async function deleteScenario(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(remove, [tx.clientId, id])) === 1;
}
