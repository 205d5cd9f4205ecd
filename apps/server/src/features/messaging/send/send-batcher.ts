import type { TenantTx } from '../../../platform/db/sql.ts';
import { noteWrittenRows } from '../../../platform/db/table-statistics.ts';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { enqueuePreviews, hasAddress } from '../../previews/public.ts';
import { type NewChange, placeChanges } from '../../sync/public.ts';
import { addUnpublished, type OutgoingMessage, type SendResult, sendMessages } from './send-repo.ts';

/** A draft whose text was sent. `at`: when, by the clock of the device; a later draft stays. */
export type SentDraft = { userId: string; threadId: string; at: Date };

/** Empties drafts in the transaction that writes their messages. @returns the changes, which the caller publishes */
export type EmptyDrafts = (tx: TenantTx, sent: readonly SentDraft[]) => Promise<NewChange[]>;

/**
 * Groups the sends of one account into transactions. A send of an idle account is written at once; while two
 * transactions of the account run, or four of all accounts, arriving sends wait for the next one. Accounts take
 * turns.
 */
export type SendBatcher = { send(clientId: string, message: OutgoingMessage): Promise<SendResult> };

type Waiting = {
  message: OutgoingMessage;
  resolve: (result: SendResult) => void;
  reject: (error: unknown) => void;
};
type ClientQueue = { waiting: Waiting[]; running: number };

const transactionsAtOnce = 4;
const transactionsOfAccount = 2;
const batchLimit = 200;

export function createSendBatcher(platform: Platform, emptyDrafts: EmptyDrafts): SendBatcher {
  /** In round-robin order: an account that got a transaction moves to the end. */
  const queues = new Map<string, ClientQueue>();
  let running = 0;

  function pump(): void {
    while (running < transactionsAtOnce) {
      const next = nextQueue();
      if (next === undefined) return;
      const [clientId, queue] = next;
      queues.delete(clientId);
      queues.set(clientId, queue);
      const batch = takeBatch(queue);
      running++;
      queue.running++;
      void run(clientId, batch).finally(() => {
        running--;
        queue.running--;
        if (queue.waiting.length === 0 && queue.running === 0) queues.delete(clientId);
        pump();
      });
    }
  }

  function nextQueue(): [string, ClientQueue] | undefined {
    for (const entry of queues) {
      if (entry[1].waiting.length > 0 && entry[1].running < transactionsOfAccount) return entry;
    }
    return undefined;
  }

  async function write(tx: TenantTx, messages: readonly OutgoingMessage[]): Promise<SendResult[]> {
    const linked = withLinks(messages).length > 0;
    if (!linked && messages.every(({ clearDraftAt: at }) => at === undefined)) return sendMessages(tx, messages);
    const { results, changes } = await addUnpublished(tx, messages);
    if (linked) await previewLinks(tx, messages, results);
    const emptied = await emptyDraftsOf(
      tx,
      messages.filter((_, index) => results[index]?.verdict === 'ok'),
      emptyDrafts,
    );
    await placeChanges(tx, [...changes, ...emptied]);
    return results;
  }

  async function run(clientId: string, batch: Waiting[]): Promise<void> {
    try {
      const messages = batch.map((entry) => entry.message);
      const results = await platform.db.withTenant(clientId, (tx) => write(tx, messages));
      const channels = new Set<string>();
      for (const [index, entry] of batch.entries()) {
        const result = results[index];
        if (result === undefined) throw new Error('a send came back without a result');
        if (result.verdict === 'ok') channels.add(entry.message.channelId);
        entry.resolve(result);
      }
      if (channels.size > 0) platform.notifier.notify('changes', clientId);
      if (withLinks(messages).length > 0) notifyJobs(platform);
      for (const channelId of channels) platform.notifier.notify('triggers', `${clientId}/${channelId}`);
      void noteWrittenRows(platform, batch.length);
    } catch (error) {
      // A message that the database refuses must not fail the others.
      if (batch.length === 1) batch[0]?.reject(error);
      else await Promise.all(batch.map((entry) => run(clientId, [entry])));
    }
  }

  return {
    send(clientId, message) {
      const queue = queues.get(clientId) ?? { waiting: [], running: 0 };
      queues.set(clientId, queue);
      return new Promise((resolve, reject) => {
        queue.waiting.push({ message, resolve, reject });
        pump();
      });
    },
  };
}

/**
 * The next messages that may share a transaction. Messages of one transaction do not see each other, so each id
 * occurs once, and a message that depends on what others wrote must be the only one of its thread.
 */
function takeBatch(queue: ClientQueue): Waiting[] {
  const batch: Waiting[] = [];
  const rest: Waiting[] = [];
  const ids = new Set<string>();
  const threads = new Map<string, boolean>();
  for (const entry of queue.waiting) {
    const { id, threadId, confirmSeen, yields } = entry.message;
    const other = threads.get(threadId);
    const alone = confirmSeen !== null || yields === true;
    if (batch.length >= batchLimit || ids.has(id) || other === true || (other !== undefined && alone)) {
      rest.push(entry);
      // Later messages of the thread must not overtake it.
      threads.set(threadId, true);
      continue;
    }
    ids.add(id);
    threads.set(threadId, alone);
    batch.push(entry);
  }
  queue.waiting = rest;
  return batch;
}

/**
 * Empties the drafts of messages that are written in this transaction: a device that stops right after sending must
 * not leave the text on the server, where another device would offer it again.
 */
export async function emptyDraftsOf(
  tx: TenantTx,
  written: readonly OutgoingMessage[],
  emptyDrafts: EmptyDrafts,
): Promise<NewChange[]> {
  const sent = written.flatMap(({ createdBy: userId, threadId, clearDraftAt: at }) =>
    at === undefined ? [] : [{ userId, threadId, at }],
  );
  return sent.length === 0 ? [] : emptyDrafts(tx, sent);
}

/** The messages whose text names a web page. */
function withLinks(messages: readonly OutgoingMessage[]): OutgoingMessage[] {
  return messages.filter(({ type, content }) => hasAddress(type, content));
}

/** Enqueues the previews of new messages, in their transaction. */
export async function previewLinks(
  tx: TenantTx,
  messages: readonly OutgoingMessage[],
  results: readonly SendResult[],
): Promise<void> {
  const isNew = new Set(messages.filter((_, at) => results[at]?.verdict === 'ok').map(({ id }) => id));
  const texts = withLinks(messages)
    .filter(({ id }) => isNew.has(id))
    .map(({ id, content }) => ({ clientId: tx.clientId, messageId: id, text: String(content['body']) }));
  if (texts.length > 0) await enqueuePreviews(tx, texts);
}
