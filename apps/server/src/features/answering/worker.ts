import type { TenantTx } from '../../platform/db/sql.ts';
import type { Worker } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { startPollLoop } from '../../platform/poll-loop.ts';
import { answerMessage } from './answer.ts';
import {
  insertGiven,
  insertWaiting,
  listAccountsBehind,
  listChanges,
  listDue,
  listDueAccounts,
  listMissed,
  lockCursor,
  moveCursor,
} from './message-repo.ts';
import { findAssistant } from './settings-repo.ts';

const pollMs = 1_000;
const restMs = 4_000;
/** Changes in one transaction. */
const atOnce = 1_000;
/** Customers write in several short messages; only the last is answered. */
const pauseMs = 2_000;
/** Of one account at a time, so that its slow provider delays no other account. */
const mostOfAccount = 4;
const mostAtOnce = 64;

/** Finds what the assistants are to answer in the change feeds, and answers it. Safe in several processes. */
export function startAnswering(platform: Platform, ending: AbortController): Worker {
  const { log } = platform;
  const system = () => platform.db.system.statements('answering');
  const open = new Set<Promise<void>>();
  const openOf = new Map<string, Set<string>>();

  const answer = (clientId: string, messageId: string, own: Set<string>) => {
    own.add(messageId);
    const work = answerMessage(platform, clientId, messageId, ending.signal)
      .catch((error: unknown) => log.warn({ err: error, message: messageId }, 'answering: a message was not answered'))
      .finally(() => {
        own.delete(messageId);
        if (own.size === 0) openOf.delete(clientId);
        open.delete(work);
      });
    open.add(work);
  };
  const due = startPollLoop(
    { log, failure: 'answering: answering failed, retrying', retryMs: pollMs, restMs },
    async () => {
      for (const clientId of await listDueAccounts(system())) {
        const own = openOf.get(clientId) ?? new Set();
        const free = Math.min(mostOfAccount - own.size, mostAtOnce - open.size);
        if (free <= 0) continue;
        const ids = await platform.db.withTenant(clientId, (tx) => listDue(tx, free + own.size), { readOnly: true });
        openOf.set(clientId, own);
        for (const id of ids.filter((each) => !own.has(each)).slice(0, free)) answer(clientId, id, own);
      }
      return pollMs;
    },
  );
  const feed = startPollLoop(
    { log, failure: 'answering: reading changes failed, retrying', retryMs: pollMs, restMs },
    async () => {
      let more = false;
      for (const clientId of await listAccountsBehind(system())) {
        const read = await platform.db.withTenant(clientId, readFeed);
        if (read.found) setTimeout(() => due.wake(), pauseMs).unref();
        more ||= read.more;
      }
      return more ? 0 : pollMs;
    },
  );
  const off = platform.notifier.on('changes', () => feed.wake());
  return {
    async stop() {
      off();
      await Promise.all([feed.stop(), due.stop()]);
      ending.abort();
      await Promise.all(open);
    },
  };
}

/** The cursor moves with what it found. What is older than the feed's retention is found in the conversations. */
async function readFeed(tx: TenantTx): Promise<{ more: boolean; found: boolean }> {
  const cursor = await lockCursor(tx);
  if (cursor === null || cursor.head <= cursor.pos) return { more: false, found: false };
  const batch = await listChanges(tx, cursor.pos, cursor.head, atOnce);
  const { channel_ids: channels } = await findAssistant(tx);
  if (batch.first !== cursor.pos + 1 || batch.last === null) {
    const missed = await listMissed(tx, channels, cursor.at);
    await moveCursor(tx, cursor.head);
    return { more: false, found: missed.length > 0 && (await insertWaiting(tx, missed, channels, pauseMs)) };
  }
  const written = batch.messages.length > 0 && (await insertWaiting(tx, batch.messages, channels, pauseMs));
  const given = batch.events.length > 0 && (await insertGiven(tx, batch.events, channels, pauseMs));
  await moveCursor(tx, batch.last);
  return { more: batch.n === atOnce, found: written || given };
}
