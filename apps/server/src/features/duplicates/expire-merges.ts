import type { Executor } from '../../platform/db/sql.ts';
import { clearMergedContacts } from '../contacts/public.ts';
import { expireUndo } from './merge-repo.ts';

/** Forgets what merges older than thirty days would need for undo. */
export async function expireMerges(tx: Executor): Promise<void> {
  await clearMergedContacts(tx, await expireUndo(tx));
}
