import type { TenantTx } from '../../platform/db/sql.ts';
import { eraseFromSkips } from './erase-repo.ts';
import { deleteFile, lockImport, updateImport } from './import-repo.ts';

/** Nobody who was erased comes back: unfinished imports of files that name them end, and those of tools. @param texts names and digits */
export async function eraseFromHistory(tx: TenantTx, texts: readonly string[]): Promise<void> {
  for (const id of await eraseFromSkips(tx, texts)) {
    const row = await lockImport(tx, id);
    if (row === null || row.ended_at !== null) continue;
    await deleteFile(tx, id);
    const error =
      row.source === null
        ? 'A person in this file was erased. Export it again without them to import the rest.'
        : 'A person was erased meanwhile. Erase them in the other tool too, then import again: nothing comes twice.';
    await updateImport(tx, id, { state: 'cancelled', error, begins: 'end' });
  }
}
