import type { Core, Scheduler } from './core.ts';
import { advanceMessage } from './message-steps.ts';
import { randomDelayMs } from './random-delay.ts';

/** Rows per turn of the event loop. */
const rowsPerTurn = 500;
/** Steps this close together are taken together. */
const grainMs = 5;
const longestTimerMs = 2 ** 31 - 1;

export function createScheduler(core: Core): Scheduler {
  let timer: NodeJS.Timeout | null = null;
  let timerAtMs = Number.POSITIVE_INFINITY;
  let stopped = false;
  const sendOrder = createOrder();
  const deliveryOrder = createOrder();

  function arm(dueMs: number): void {
    if (stopped || dueMs >= timerAtMs) return;
    if (timer) clearTimeout(timer);
    timerAtMs = dueMs;
    timer = setTimeout(turn, Math.min(Math.max(dueMs - Date.now(), grainMs), longestTimerMs));
  }

  function turn(): void {
    timer = null;
    timerAtMs = Number.POSITIVE_INFINITY;
    if (stopped) return;
    core.database.write(() => {
      for (const message of core.messages.listDue(Date.now(), rowsPerTurn)) {
        const account = core.accounts.findByKey(message.account);
        const phone = account && core.phones.find(account.key, message.phone);
        if (account && phone) advanceMessage(core, account, phone, message);
        else core.messages.step(message, message.status, null);
      }
    });
    const nextMs = core.messages.nextDueMs();
    if (nextMs !== null) arm(nextMs);
  }

  return {
    arm,
    sendDueMs: (account, phone) => sendOrder.after(`${account.key}/${phone}`, randomDelayMs(account.timing.sent_ms)),
    deliveryDueMs: (account, phone) =>
      deliveryOrder.after(`${account.key}/${phone}`, randomDelayMs(account.timing.delivered_ms)),
    start: () => arm(core.messages.nextDueMs() ?? Number.POSITIVE_INFINITY),
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}

/** Phones stored before those with only past times are dropped. */
const maxPhones = 10_000;

/** Random delays that keep the order per phone: a later message is never due before an earlier one. */
function createOrder() {
  const last = new Map<string, number>();
  return {
    after(key: string, waitMs: number): number {
      const nowMs = Date.now();
      const dueMs = Math.max(nowMs + waitMs, last.get(key) ?? 0);
      if (last.size > maxPhones) for (const [one, at] of last) if (at < nowMs) last.delete(one);
      last.set(key, dueMs);
      return dueMs;
    },
  };
}
