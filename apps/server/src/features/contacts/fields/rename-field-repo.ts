import type { Filter } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { renameInFilter } from '../query/filter-rules.ts';
import type { StoredSelection } from '../query/selection-repo.ts';
import { listSegments, replaceFilter } from '../segments/segment-repo.ts';

/** Called when a custom field gets a new name, so that features above contacts update their references. */
export type OnFieldRenamed = (tx: TenantTx, from: string, to: string) => Promise<void>;

const openOperations = statement(
  'contacts.lock_open_bulk_operations',
  `select id, selection from contact_bulk_operations
   where client_id = $1 and ended_at is null and selection->'which'->'filter' is not null order by id for update`,
);
const replaceSelection = statement(
  'contacts.update_bulk_selection',
  'update contact_bulk_operations set selection = $3::jsonb where client_id = $1 and id = $2',
);

/** Updates the name of a custom field in segments and in unfinished bulk operations. */
export async function renameFieldUses(tx: TenantTx, from: string, to: string): Promise<void> {
  const follow = async (filter: Filter, put: (after: Filter) => Promise<unknown>) => {
    const after = renameInFilter(filter, from, to);
    if (JSON.stringify(after) !== JSON.stringify(filter)) await put(after);
  };
  for (const { id, filter } of await listSegments(tx)) await follow(filter, (after) => replaceFilter(tx, id, after));
  for (const { id, selection } of await tx.rows<{ id: string; selection: StoredSelection }>(openOperations, [
    tx.clientId,
  ])) {
    const which = selection.which;
    if (which?.filter === undefined) continue;
    await follow(which.filter, (filter) =>
      tx.run(replaceSelection, [tx.clientId, id, JSON.stringify({ ...selection, which: { ...which, filter } })]),
    );
  }
}
