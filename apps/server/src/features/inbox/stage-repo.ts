import type { Stage } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { isUuid } from '../../platform/ids.ts';

const columns = 's.id, s.name, s.color, s.position, s.closes, s.version';

const listStatement = statement(
  'inbox.list_stages',
  `select ${columns} from stages s where s.client_id = $1 order by s.position, s.id limit 100`,
);

/** In their order. */
export function listStages(tx: TenantTx): Promise<Stage[]> {
  return tx.rows(listStatement, [tx.clientId]);
}

// In one order, so that two who rearrange wait for each other.
const lockAllStatement = statement(
  'inbox.lock_stages',
  `select ${columns} from stages s where s.client_id = $1 order by s.id for update`,
);

/** In their order, held until commit: places are given among all of them. */
export async function lockStages(tx: TenantTx): Promise<Stage[]> {
  const rows = await tx.rows<Stage>(lockAllStatement, [tx.clientId]);
  return rows.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
}

const findStatement = statement(
  'inbox.find_stages',
  `select ${columns} from stages s where s.client_id = $1 and s.id = any($2)`,
);

export function findStages(tx: TenantTx, ids: readonly string[]): Promise<Stage[]> {
  return tx.rows(findStatement, [tx.clientId, ids]);
}

const useStatement = statement(
  'inbox.use_stage',
  `select ${columns} from stages s where s.client_id = $1 and s.id = $2 for key share`,
);

/** A stage that a conversation is moved to: it is not deleted until commit. */
export async function useStage(tx: TenantTx, id: string): Promise<Stage | null> {
  const [row] = isUuid(id) ? await tx.rows<Stage>(useStatement, [tx.clientId, id]) : [];
  return row ?? null;
}

const insertStatement = statement(
  'inbox.insert_stage',
  `insert into stages (client_id, id, name, color, closes, position) values ($1, $2, $3, $4, $5, $6)
   on conflict do nothing`,
);

/** @returns false when the id or the name is taken */
export async function insertStage(tx: TenantTx, stage: Omit<Stage, 'version'>): Promise<boolean> {
  const { id, name, color, closes, position } = stage;
  return (await tx.run(insertStatement, [tx.clientId, id, name, color, closes, position])) === 1;
}

const updateStatement = statement(
  'inbox.update_stage',
  `update stages s set name = $3, color = $4, closes = $5, position = $6, version = s.version + 1
   where s.client_id = $1 and s.id = $2 returning ${columns}`,
);

/** @throws 23505 when another has the name */
export async function updateStage(tx: TenantTx, stage: Omit<Stage, 'version'>): Promise<Stage> {
  const { id, name, color, closes, position } = stage;
  const [row] = await tx.rows<Stage>(updateStatement, [tx.clientId, id, name, color, closes, position]);
  if (row === undefined) throw new Error('a locked stage is gone');
  return row;
}

const deleteStatement = statement('inbox.delete_stage', 'delete from stages where client_id = $1 and id = $2');

export async function deleteStage(tx: TenantTx, id: string): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, id]);
}
