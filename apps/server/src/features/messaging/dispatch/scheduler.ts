import type { Worker } from '../../../platform/feature.ts';
import type { Platform } from '../../../platform/platform.ts';
import { startPollLoop } from '../../../platform/poll-loop.ts';
import { addChanges } from '../../sync/public.ts';
import { sendScheduled } from '../send/schedule.ts';
import { listAccountsWithDue, lockDueScheduled, parkDueScheduled } from '../send/scheduled-repo.ts';

const everyMs = 1_000;
const batchLimit = 100;

/** Sends scheduled messages when their time comes. Several processes at once send each of them once. */
export function startScheduler(platform: Platform): Worker {
  return startPollLoop(
    { log: platform.log, failure: 'scheduled messages: could not be sent, retrying', retryMs: everyMs },
    async () => ((await sendDueMessages(platform)) ? 0 : everyMs),
  );
}

/** One pass. @returns whether there may be more */
export async function sendDueMessages(platform: Platform): Promise<boolean> {
  let more = false;
  for (const clientId of await listAccountsWithDue(platform.db.system.statements('dispatcher'))) {
    const { due, parked } = await platform.db.withTenant(clientId, async (tx) => {
      const due = await lockDueScheduled(tx, batchLimit);
      await sendScheduled(tx, due, { checked: false });
      const parked = await parkDueScheduled(tx, batchLimit);
      if (parked.length > 0) {
        const change = { collection: 'scheduled_messages', marker: 'MODIFIED' } as const;
        await addChanges(
          tx,
          parked.map((row) => ({ ...change, ...row })),
        );
      }
      return { due, parked };
    });
    if (due.length + parked.length === 0) continue;
    more ||= due.length === batchLimit || parked.length === batchLimit;
    platform.notifier.notify('changes_new', clientId);
    for (const channelId of new Set(due.map((row) => row.channel_id))) {
      platform.notifier.notify('triggers', `${clientId}/${channelId}`);
    }
  }
  return more;
}
