import type { Executor } from '../../../platform/db/sql.ts';
import { idFromKey } from '../../../platform/ids.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import { type MediaStorage, removeObjects } from '../../media/public.ts';
import { addChanges } from '../../sync/public.ts';
import { removeFiles, removeMessages } from './remove-repo.ts';
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

/** Goes through the conversations; what is gone does not come again, so a run that ends early simply begins anew. */
export function retentionJob(storage: MediaStorage): JobKind {
  return { name: retentionKind, run: (job) => letGo(storage, job) };
}

async function letGo(storage: MediaStorage, job: Job): Promise<JobResult> {
  for (let after = beforeAll; ; ) {
    const step = await job.transaction(async (tx) => {
      const { messages_days: days } = await readRetention(tx);
      if (days === null) return null;
      const before = await momentDaysAgo(tx, days);
      const [thread] = await threadsWithOld(tx, after, before, 1);
      if (thread === undefined) return null;
      const removed = await removeMessages(tx, thread, before, messagesAtOnce);
      const files = await removeFiles(tx, removed.file_ids);
      const version = await settleThread(tx, thread);
      await addChanges(tx, [
        { collection: 'messages', id: '*', marker: 'MODIFIED', version: Date.now() },
        ...(version === null
          ? []
          : [{ collection: 'threads' as const, id: thread, marker: 'MODIFIED' as const, version }]),
      ]);
      return { thread, files, more: removed.messages === messagesAtOnce };
    });
    if (step === null) return undefined;
    for (const file of step.files) await removeObjects(storage, job.clientId, file);
    if (!step.more) after = step.thread;
    if (job.isSliceOver()) return 'again';
  }
}
