import type { BulkOperation, Contact } from '@parley/contract/types';
import { fieldValue } from './field-value.ts';

/** An undo takes one operation per old value of a field. With more values than this there is none. */
const maxValues = 20;

export type UndoOperation = { ids: string[]; operation: BulkOperation };

/**
 * The operations that put contacts back as they are now; none where nothing would change, or where there is no undo.
 * @param rows the contacts as they are before the operation
 */
export function undoOperations(operation: BulkOperation, rows: readonly Contact[]): UndoOperation[] {
  switch (operation.kind) {
    case 'add_lists':
    case 'remove_lists':
      return undoLists(operation.contact_list_ids, operation.kind === 'add_lists', rows);
    case 'set_field':
    case 'remove_field':
      return undoField(operation.name, rows);
    default:
      return [];
  }
}

/** Only contacts that the operation changes: one that was in the list before stays in it. */
function undoLists(listIds: readonly string[], adds: boolean, rows: readonly Contact[]): UndoOperation[] {
  return listIds.flatMap((listId) => {
    const ids = rows.filter((row) => row.contact_list_ids.includes(listId) !== adds).map(({ id }) => id);
    const kind = adds ? 'remove_lists' : 'add_lists';
    return ids.length === 0 ? [] : [{ ids, operation: { kind, contact_list_ids: [listId] } }];
  });
}

function undoField(name: string, rows: readonly Contact[]): UndoOperation[] {
  const byValue = Map.groupBy(rows, (row) => fieldValue(row.custom_fields, name) || null);
  if (byValue.size > maxValues) return [];
  return [...byValue].map(([value, same]) => ({
    ids: same.map(({ id }) => id),
    operation: value === null ? { kind: 'remove_field', name } : { kind: 'set_field', name, value },
  }));
}
