import type { Platform } from '../../platform/platform.ts';
import { type OutgoingMessage, type SendResult, sendMessages } from './send-repo.ts';

/**
 * Puts sends of one account that wait for the database into one transaction. An idle account's send leaves at once;
 * while two transactions of the account run, or four of all, what arrives gathers for the next. Accounts take turns.
 */
export type SendBatcher = { send(clientId: string, message: OutgoingMessage): Promise<SendResult> };

type Waiting = {
  message: OutgoingMessage;
  resolve: (result: SendResult) => void;
  reject: (error: unknown) => void;
};
type Lane = { waiting: Waiting[]; running: number };

const transactionsAtOnce = 4;
const transactionsOfAccount = 2;
const batchLimit = 200;

export function createSendBatcher(platform: Platform): SendBatcher {
  /** In the order of their turns: whoever got a transaction goes to the end. */
  const lanes = new Map<string, Lane>();
  let running = 0;

  function pump(): void {
    while (running < transactionsAtOnce) {
      const next = nextLane();
      if (next === undefined) return;
      const [clientId, lane] = next;
      lanes.delete(clientId);
      lanes.set(clientId, lane);
      const batch = takeBatch(lane);
      running++;
      lane.running++;
      void run(clientId, batch).finally(() => {
        running--;
        lane.running--;
        if (lane.waiting.length === 0 && lane.running === 0) lanes.delete(clientId);
        pump();
      });
    }
  }

  function nextLane(): [string, Lane] | undefined {
    for (const entry of lanes) {
      if (entry[1].waiting.length > 0 && entry[1].running < transactionsOfAccount) return entry;
    }
    return undefined;
  }

  async function run(clientId: string, batch: Waiting[]): Promise<void> {
    try {
      const results = await platform.db.withTenant(clientId, (tx) =>
        sendMessages(
          tx,
          batch.map((entry) => entry.message),
        ),
      );
      const channels = new Set<string>();
      for (const [index, entry] of batch.entries()) {
        const result = results[index];
        if (result === undefined) throw new Error('a send came back without a result');
        if (result.verdict === 'ok') channels.add(entry.message.channelId);
        entry.resolve(result);
      }
      if (channels.size > 0) platform.signal.hint('changes_new', clientId);
      for (const channelId of channels) platform.signal.hint('triggers', `${clientId}/${channelId}`);
    } catch (error) {
      // One message the database refuses must not take its neighbours along.
      if (batch.length === 1) batch[0]?.reject(error);
      else await Promise.all(batch.map((entry) => run(clientId, [entry])));
    }
  }

  return {
    send(clientId, message) {
      const lane = lanes.get(clientId) ?? { waiting: [], running: 0 };
      lanes.set(clientId, lane);
      return new Promise((resolve, reject) => {
        lane.waiting.push({ message, resolve, reject });
        pump();
      });
    },
  };
}

/**
 * The next messages that may share a transaction. Those of one transaction do not see each other, so an id comes only
 * once, and a message that asks whether somebody answered since goes without company in its thread.
 */
function takeBatch(lane: Lane): Waiting[] {
  const batch: Waiting[] = [];
  const rest: Waiting[] = [];
  const ids = new Set<string>();
  const threads = new Map<string, boolean>();
  for (const entry of lane.waiting) {
    const { id, threadId, confirmSeen } = entry.message;
    const company = threads.get(threadId);
    const alone = confirmSeen !== null;
    if (batch.length >= batchLimit || ids.has(id) || company === true || (company !== undefined && alone)) {
      rest.push(entry);
      // What was left behind keeps its place in its thread.
      threads.set(threadId, true);
      continue;
    }
    ids.add(id);
    threads.set(threadId, alone);
    batch.push(entry);
  }
  lane.waiting = rest;
  return batch;
}
