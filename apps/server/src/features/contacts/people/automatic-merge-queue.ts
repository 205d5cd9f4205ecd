import type { Executor } from '../../../platform/db/sql.ts';
import { idFromKey } from '../../../platform/ids.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';

/*
 * Applying a delivery may show that two contacts are the same. A merge moves conversations, so it belongs to a
 * feature above those that apply deliveries; they only enqueue pairs here.
 */
export const automaticMergeKind = 'duplicates.merge';

/** `same_person`: one delivery named identities of both. `changed_number`: `a` changed to an identity of `b`. */
export type AutomaticMerge = { clientId: string; a: string; b: string; cause: 'same_person' | 'changed_number' };

/** Enqueues pairs of contacts that may be duplicates, each pair at most once a week. */
export async function enqueueAutomaticMerges(tx: Executor, found: readonly AutomaticMerge[]): Promise<void> {
  await enqueueJobs(
    tx,
    found.map(({ clientId, a, b, cause }) => ({
      clientId,
      kind: automaticMergeKind,
      id: idFromKey(clientId, cause, ...[a, b].sort()),
      key: automaticMergeKind,
      payload: { a, b, cause },
      priority: -1,
    })),
  );
}
