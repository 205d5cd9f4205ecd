import type { SavedView } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { isUuid } from '../../platform/ids.ts';

/** `conditions` holds the sort as well. */
type ViewRow = Omit<SavedView, 'conditions' | 'sort'> & {
  conditions: SavedView['conditions'] & { sort: SavedView['sort'] };
};

const columns = 'v.id, v.name, v.shared, v.owner_id, v.conditions, v.version';

function viewOf({ conditions: { sort, ...conditions }, ...row }: ViewRow): SavedView {
  return { ...row, conditions, sort };
}

const listStatement = statement(
  'inbox.list_saved_views',
  `select ${columns} from saved_views v where v.client_id = $1 and (v.owner_id = $2 or v.shared)
   order by lower(v.name), v.id limit 500`,
);

/** The member's own and the shared ones, by name. */
export async function listSavedViews(tx: TenantTx, uid: string): Promise<SavedView[]> {
  return (await tx.rows<ViewRow>(listStatement, [tx.clientId, uid])).map(viewOf);
}

const lockStatement = statement(
  'inbox.lock_saved_view',
  `select ${columns} from saved_views v where v.client_id = $1 and v.id = $2 and (v.owner_id = $3 or v.shared) for update`,
);

/** @returns null when there is none that the member may use */
export async function lockSavedView(tx: TenantTx, id: string, uid: string): Promise<SavedView | null> {
  const [row] = isUuid(id) ? await tx.rows<ViewRow>(lockStatement, [tx.clientId, id, uid]) : [];
  return row === undefined ? null : viewOf(row);
}

const insertStatement = statement(
  'inbox.insert_saved_view',
  `insert into saved_views (client_id, id, owner_id, shared, name, conditions) values ($1, $2, $3, $4, $5, $6)
   on conflict do nothing`,
);

/** @returns false when the id is taken */
export async function insertSavedView(tx: TenantTx, view: Omit<SavedView, 'version'>): Promise<boolean> {
  const { id, owner_id: owner, shared, name, conditions, sort } = view;
  const written = await tx.run(insertStatement, [
    tx.clientId,
    id,
    owner,
    shared,
    name,
    JSON.stringify({ ...conditions, sort }),
  ]);
  return written === 1;
}

const updateStatement = statement(
  'inbox.update_saved_view',
  `update saved_views v set name = $3, shared = $4, conditions = $5, version = v.version + 1
   where v.client_id = $1 and v.id = $2 returning ${columns}`,
);

export async function updateSavedView(tx: TenantTx, view: SavedView): Promise<SavedView> {
  const { id, name, shared, conditions, sort } = view;
  const values = [tx.clientId, id, name, shared, JSON.stringify({ ...conditions, sort })];
  const [row] = await tx.rows<ViewRow>(updateStatement, values);
  if (row === undefined) throw new Error('a locked saved view is gone');
  return viewOf(row);
}

const deleteStatement = statement(
  'inbox.delete_saved_view',
  'delete from saved_views where client_id = $1 and id = $2',
);

export async function deleteSavedView(tx: TenantTx, id: string): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, id]);
}
