import type { RatingRule } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { idFromKey } from '../../platform/ids.ts';
import { findThreads, insertThreadEvents, sendAsBot } from '../messaging/public.ts';
import { addChanges, type FeedRow, readFeedPage } from '../sync/public.ts';
import { lockCursor, moveCursor } from './cursor-query-repo.ts';
import { thanksFor } from './question.ts';
import { readAnswerId } from './rating-answer.ts';
import {
  type AnswerMessage,
  findRule,
  insertRatings,
  listAnswers,
  putScore,
  setComments,
} from './ratings-query-repo.ts';

const pageRows = 500;

export type Taken = { more: boolean; sentOn: string[] };

/**
 * Plans questions for conversations that ended, and stores answers and comments; the cursor moves in the same
 * transaction: after a crash all of it happened or none.
 */
export async function takeChanges(tx: TenantTx): Promise<Taken> {
  const after = await lockCursor(tx);
  if (after === null) return { more: false, sentOn: [] };
  const { rows, cursor } = await readFeedPage(tx, after, ['messages', 'thread_events'], pageRows);
  if (cursor === after) return { more: false, sentOn: [] };
  const [messages, events] = [newIds(rows, 'messages'), newIds(rows, 'thread_events')];
  const rule = await findRule(tx);
  if (rule !== null && events.length > 0) await insertRatings(tx, events, rule);
  const sentOn: string[] = [];
  if (messages.length > 0) {
    for (const answer of await listAnswers(tx, messages)) sentOn.push(...(await takeAnswer(tx, answer, rule)));
    await setComments(tx, messages);
  }
  await moveCursor(tx, cursor);
  return { more: rows.length === pageRows, sentOn };
}

function newIds(rows: readonly FeedRow[], collection: FeedRow['collection']): string[] {
  const chosen = rows.filter((row) => row.collection === collection && row.marker === 'NEW' && row.row_id !== '*');
  return [...new Set(chosen.map(({ row_id }) => row_id))];
}

/** @returns the channel on which thanks were sent */
async function takeAnswer(tx: TenantTx, answer: AnswerMessage, rule: RatingRule | null): Promise<string[]> {
  const read = readAnswerId(answer.reply);
  if (read === null) return [];
  const { thread_id: threadId, at, phone } = answer;
  const stored = await putScore(tx, { ...read, threadId, at, comments: rule?.comments ?? false });
  if (stored === null) return [];
  await addChanges(
    tx,
    await insertThreadEvents(tx, threadId, [{ kind: 'rated', detail: { score: read.score } }], 'webhook'),
  );
  const thanks = rule === null ? '' : thanksFor(rule, phone);
  const [thread] = thanks === '' ? [] : await findThreads(tx, [threadId]);
  if (thread === undefined) return [];
  const message = { threadId, channelId: thread.channel_id, type: 'text', marketing: false } as const;
  const content = { preview_url: false, body: thanks };
  try {
    await sendAsBot(tx, { ...message, id: idFromKey(tx.clientId, 'rating thanks', read.ratingId), content });
    return [thread.channel_id];
  } catch (error) {
    // An answer that arrives late, or of someone who is blocked, gets no thanks.
    if (error instanceof AppError) return [];
    throw error;
  }
}
