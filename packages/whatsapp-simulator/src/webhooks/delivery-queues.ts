import type { Core, DeliveryQueues } from '../engine/core.ts';
import type { Account } from '../storage/accounts.ts';
import { type DeliveryQueue, deliver } from './deliver.ts';
import { createCaller } from './post.ts';
import { targetOf } from './target.ts';

/** The platform's size limit of a webhook is 3 MB; the rest is for the envelope and for `contacts`. */
const bodyLimitBytes = 2_900_000;

/** Node's longest timer. */
const longestTimerMs = 2 ** 31 - 1;

export function createDeliveryQueues(core: Core): DeliveryQueues {
  const queues = new Map<number, DeliveryQueue>();

  function queueOf(account: Account): DeliveryQueue {
    const known = queues.get(account.key);
    if (known) return known;
    const caller = createCaller(core.settings.allowRemoteTargets);
    const idle = { inFlight: 0, timer: null, timerAtMs: 0, refusals: 0, blockedUntilMs: 0, stopped: false };
    const queue: DeliveryQueue = { account, caller, ...idle };
    queues.set(account.key, queue);
    return queue;
  }

  return {
    notify(account) {
      const queue = queueOf(account);
      core.database.afterCommit(() => {
        arm(core, queue, Math.max(Date.now() + account.webhooks.delay_ms, queue.blockedUntilMs));
      });
    },
    deliverNow(account) {
      const queue = queueOf(account);
      queue.refusals = 0;
      queue.blockedUntilMs = 0;
      core.database.write(() => core.outbox.hurry(account.key, Date.now()));
      core.database.afterCommit(() => arm(core, queue, Date.now()));
    },
    blockedUntilMs: (account) => queues.get(account.key)?.blockedUntilMs ?? 0,
    start() {
      core.database.write(() => core.outbox.restart(Date.now()));
      for (const key of core.outbox.listAccounts()) {
        const account = core.accounts.findByKey(key);
        if (account) arm(core, queueOf(account), Date.now());
      }
    },
    stop() {
      for (const queue of queues.values()) {
        queue.stopped = true;
        if (queue.timer) clearTimeout(queue.timer);
        queue.caller.close();
      }
    },
  };
}

/** Makes sure the queue is checked again at the given time. */
function arm(core: Core, queue: DeliveryQueue, atMs: number): void {
  if (queue.stopped || (queue.timer && queue.timerAtMs <= atMs)) return;
  if (queue.timer) clearTimeout(queue.timer);
  queue.timerAtMs = atMs;
  const waitMs = Math.min(Math.max(atMs - Date.now(), 0), longestTimerMs);
  queue.timer = setTimeout(() => {
    queue.timer = null;
    pump(core, queue);
  }, waitMs);
}

/** Sends what is due as far as the account's concurrency goes, then waits for the next due one. */
function pump(core: Core, queue: DeliveryQueue): void {
  const { account } = queue;
  const target = targetOf(account);
  if (queue.stopped || account.faults.network_off || !target || core.accounts.findByKey(account.key) !== account)
    return;
  while (queue.inFlight < account.webhooks.concurrency) {
    const nowMs = Date.now();
    if (queue.blockedUntilMs > nowMs) {
      arm(core, queue, queue.blockedUntilMs);
      return;
    }
    const { max_batch } = account.webhooks;
    const updates = core.database.write(() => core.outbox.take(account.key, nowMs, max_batch, bodyLimitBytes));
    if (updates.length === 0) {
      const nextMs = core.outbox.nextTryMs(account.key);
      if (nextMs !== null) arm(core, queue, nextMs);
      return;
    }
    queue.inFlight += 1;
    void deliver(core, queue, target, updates).then(() => {
      queue.inFlight -= 1;
      pump(core, queue);
    });
  }
}
