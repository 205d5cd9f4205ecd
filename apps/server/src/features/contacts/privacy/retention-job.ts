import type { Executor } from '../../../platform/db/sql.ts';
import { idFromKey } from '../../../platform/ids.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import { addChanges } from '../../sync/public.ts';
import { removeMessages } from './remove-repo.ts';
import { listRetaining, momentDaysAgo, readRetention, settleThread, threadsWithOld } from './retention-repo.ts';

const retentionKind = 'contacts.retention';
const messagesAtOnce = 300;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Once a day for every account that lets messages go. */
export async function queueRetention(tx: Executor): Promise<void> {
  const accounts = await listRetaining(tx);
  const day = new Date().toISOString().slice(0, 10);
  await enqueueJobs(
    tx,
    accounts.map(({ client_id: clientId }) => ({
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
 * Goes through the conversations; what is gone does not come again, so a run that ends early simply begins anew. Bytes that no
 * message shows any more are let go of by the media feature within a day.
 */
export const retentionJob: JobKind = { name: retentionKind, run: letGo };

async function letGo(job: Job): Promise<JobResult> {
  for (let after = beforeAll; ; ) {
    const step = await job.transaction(async (tx) => {
      const { messages_days: days } = await readRetention(tx);
      if (days === null) return null;
      const before = await momentDaysAgo(tx, days);
      const [thread] = await threadsWithOld(tx, after, before, 1);
      if (thread === undefined) return null;
      const removed = await removeMessages(tx, thread, before, messagesAtOnce);
      const version = await settleThread(tx, thread);
      await addChanges(tx, [
        { collection: 'messages', id: '*', marker: 'MODIFIED', version: Date.now() },
        ...(version === null
          ? []
          : [{ collection: 'threads' as const, id: thread, marker: 'MODIFIED' as const, version }]),
      ]);
      return { thread, more: removed.messages === messagesAtOnce };
    });
    if (step === null) return undefined;
    if (!step.more) after = step.thread;
    if (job.isSliceOver()) return 'again';
  }
}
