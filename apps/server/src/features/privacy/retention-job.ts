import type { Executor } from '../../platform/db/sql.ts';
import { idFromKey } from '../../platform/ids.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import type { Job, JobKind, JobResult } from '../../platform/jobs/runner.ts';
import { listThreadsWithOldMessages, refreshThreadSummary } from '../messaging/public.ts';
import { addChanges } from '../sync/public.ts';
import { deleteOldestMessages } from './delete-messages.ts';
import { beginningOfDay, listAccountsWithRetention } from './retention-days-query.ts';
import { readRetention } from './retention-repo.ts';

const retentionKind = 'privacy.apply_retention';
const messageBatchSize = 300;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Enqueues retention for every account that has a rule, once on each day of its time zone. */
export async function enqueueRetention(tx: Executor): Promise<void> {
  const accounts = await listAccountsWithRetention(tx);
  await enqueueJobs(
    tx,
    accounts.map(({ client_id: clientId, day }) => ({
      clientId,
      kind: retentionKind,
      key: retentionKind,
      id: idFromKey(clientId, retentionKind, day),
      payload: {},
      priority: 10,
    })),
  );
}

/**
 * Scans the conversations; deleted messages do not come again, so an interrupted run simply starts over. The media
 * feature releases bytes that no message uses within a day.
 */
export const retentionJob: JobKind = { name: retentionKind, run: deleteOldMessages };

async function deleteOldMessages(job: Job): Promise<JobResult> {
  for (let after = firstId; ; ) {
    const step = await job.transaction(async (tx) => {
      const { messages_days: days } = await readRetention(tx);
      if (days === null) return null;
      const before = await beginningOfDay(tx, days);
      const [thread] = await listThreadsWithOldMessages(tx, after, before, 1);
      if (thread === undefined) return null;
      const removed = await deleteOldestMessages(tx, thread, before, messageBatchSize);
      const version = await refreshThreadSummary(tx, thread);
      await addChanges(tx, [
        { collection: 'messages', id: '*', marker: 'MODIFIED', version: Date.now() },
        ...(version === null
          ? []
          : [{ collection: 'threads' as const, id: thread, marker: 'MODIFIED' as const, version }]),
      ]);
      return { thread, more: removed.messages === messageBatchSize };
    });
    if (step === null) return undefined;
    if (!step.more) after = step.thread;
    if (job.isSliceOver()) return 'again';
  }
}
