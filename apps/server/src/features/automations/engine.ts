import type { Worker } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { startPollLoop } from '../../platform/poll-loop.ts';
import type { ChannelClients } from '../channels/public.ts';
import { startCalls } from './calls.ts';
import { listTimedAccounts } from './facts/timers-query.ts';
import { listEventAccounts } from './start/contact-events-repo.ts';
import { listAccountsBehind } from './start/events-query.ts';
import { startByContacts } from './start/start-by-contacts.ts';
import { readFeed } from './start/start-runs.ts';
import { startTimed } from './start/start-timed.ts';
import { advanceRuns } from './turns/advance.ts';
import { listDueAccounts, listDueRuns } from './turns/due-runs-query.ts';

const pollMs = 1_000;
/** Of what changes wake. */
const restMs = 4_000;
const clockMs = 2_000;
/** While runs are due: another process may hold them. */
const busyMs = 20;
const atOnce = 200;
const concurrent = 2;
/** Runs whose steps share a transaction. */
const together = 32;

/** Runs automations: reads the feed, starts what the clock brings, and takes due steps. Safe in several processes. */
export function startEngine(platform: Platform, providers: ChannelClients): Worker {
  const { log } = platform;
  const system = () => platform.db.system.statements('automations');
  const calls = startCalls(platform, providers, () => steps.wake());
  const steps = startPollLoop(
    { log, failure: 'automations: taking steps failed, retrying', retryMs: pollMs },
    async () => {
      const accounts = await listDueAccounts(system());
      for (const clientId of accounts) {
        if (await takeDueSteps(platform, clientId)) calls.wake();
      }
      return accounts.length > 0 ? busyMs : pollMs;
    },
  );
  const feed = startPollLoop(
    { log, failure: 'automations: reading changes failed, retrying', retryMs: pollMs, restMs },
    async () => {
      // One batch of each: an account with many changes holds up no other.
      let more = false;
      for (const clientId of await listAccountsBehind(system())) {
        const read = await platform.db.withTenant(clientId, readFeed);
        if (read.due) steps.wake();
        more ||= read.more;
      }
      return more ? 0 : pollMs;
    },
  );
  const contacts = startPollLoop(
    { log, failure: 'automations: starting by contacts failed, retrying', retryMs: pollMs, restMs },
    async () => {
      let more = false;
      for (const clientId of await listEventAccounts(system())) {
        const started = await platform.db.withTenant(clientId, startByContacts);
        platform.notifier.notify('changes_new', clientId);
        if (started.due) steps.wake();
        more ||= started.more;
      }
      return more ? 0 : pollMs;
    },
  );
  const clock = startPollLoop(
    { log, failure: 'automations: starting by the clock failed, retrying', retryMs: clockMs },
    async () => {
      for (const clientId of await listTimedAccounts(system())) {
        if (await platform.db.withTenant(clientId, startTimed)) steps.wake();
      }
      return clockMs;
    },
  );
  const off = platform.notifier.on('changes', () => {
    feed.wake();
    contacts.wake();
  });
  return {
    async stop() {
      off();
      await Promise.all([feed.stop(), contacts.stop(), clock.stop(), steps.stop(), calls.stop()]);
    },
  };
}

/** @returns whether an address is to be called */
async function takeDueSteps(platform: Platform, clientId: string): Promise<boolean> {
  let calls = false;
  const due = await platform.db.withTenant(clientId, (tx) => listDueRuns(tx, atOnce), { readOnly: true });
  const take = async () => {
    while (due.length > 0) {
      if (await advanceRuns(platform, clientId, due.splice(0, together))) calls = true;
    }
  };
  await Promise.all(Array.from({ length: concurrent }, take));
  return calls;
}
