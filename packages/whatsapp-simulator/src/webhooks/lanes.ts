import type { Core, Lanes } from '../life/core.ts';
import type { Account } from '../storage/accounts.ts';
import { deliver, type Lane } from './deliver.ts';
import { createCaller } from './post.ts';
import { targetOf } from './target.ts';

/** The platform's size limit of a webhook is 3 MB; the rest is for the envelope and for `contacts`. */
const bodyLimitBytes = 2_900_000;

/** Node's longest timer. */
const longestTimerMs = 2 ** 31 - 1;

export function createLanes(core: Core): Lanes {
  const lanes = new Map<number, Lane>();

  function laneOf(account: Account): Lane {
    const known = lanes.get(account.key);
    if (known) return known;
    const caller = createCaller(core.settings.allowRemoteTargets);
    const idle = { inFlight: 0, timer: null, timerAtMs: 0, refusals: 0, blockedUntilMs: 0, stopped: false };
    const lane: Lane = { account, caller, ...idle };
    lanes.set(account.key, lane);
    return lane;
  }

  return {
    poke(account) {
      const lane = laneOf(account);
      core.books.afterCommit(() => {
        arm(core, lane, Math.max(Date.now() + account.webhooks.delay_ms, lane.blockedUntilMs));
      });
    },
    hurry(account) {
      const lane = laneOf(account);
      lane.refusals = 0;
      lane.blockedUntilMs = 0;
      core.books.write(() => core.outbox.hurry(account.key, Date.now()));
      core.books.afterCommit(() => arm(core, lane, Date.now()));
    },
    blockedUntilMs: (account) => lanes.get(account.key)?.blockedUntilMs ?? 0,
    start() {
      core.books.write(() => core.outbox.restart(Date.now()));
      for (const key of core.outbox.listAccounts()) {
        const account = core.accounts.findByKey(key);
        if (account) arm(core, laneOf(account), Date.now());
      }
    },
    stop() {
      for (const lane of lanes.values()) {
        lane.stopped = true;
        if (lane.timer) clearTimeout(lane.timer);
        lane.caller.close();
      }
    },
  };
}

/** Makes sure the lane looks again at the given time. */
function arm(core: Core, lane: Lane, atMs: number): void {
  if (lane.stopped || (lane.timer && lane.timerAtMs <= atMs)) return;
  if (lane.timer) clearTimeout(lane.timer);
  lane.timerAtMs = atMs;
  const waitMs = Math.min(Math.max(atMs - Date.now(), 0), longestTimerMs);
  lane.timer = setTimeout(() => {
    lane.timer = null;
    pump(core, lane);
  }, waitMs);
}

/** Sends what is due as far as the account's concurrency goes, then waits for the next due one. */
function pump(core: Core, lane: Lane): void {
  const { account } = lane;
  const target = targetOf(account);
  if (lane.stopped || account.faults.network_off || !target || core.accounts.findByKey(account.key) !== account) return;
  while (lane.inFlight < account.webhooks.concurrency) {
    const nowMs = Date.now();
    if (lane.blockedUntilMs > nowMs) {
      arm(core, lane, lane.blockedUntilMs);
      return;
    }
    const { max_batch } = account.webhooks;
    const updates = core.books.write(() => core.outbox.take(account.key, nowMs, max_batch, bodyLimitBytes));
    if (updates.length === 0) {
      const nextMs = core.outbox.nextTryMs(account.key);
      if (nextMs !== null) arm(core, lane, nextMs);
      return;
    }
    lane.inFlight += 1;
    void deliver(core, lane, target, updates).then(() => {
      lane.inFlight -= 1;
      pump(core, lane);
    });
  }
}
