import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ChangeScheduledBody, SendMessageBody } from '@parley/contract/types';
import type { AccountActor, Call } from '../../../platform/auth/actor.ts';
import { auditChanges } from '../../../platform/auth/audit.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { isUuid, newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addChanges } from '../../sync/public.ts';
import { type Visibility, visibilityOf } from '../../team/public.ts';
import { findMessages } from '../threads/message-repo.ts';
import type { MessageRow } from '../threads/rows-query.ts';
import { findThreads } from '../threads/thread-repo.ts';
import { contentOf, idTaken, partOf, refusalOfVerdict } from './acceptance.ts';
import { requireWriter, writerOf } from './require-writer.ts';
import {
  cancelScheduled,
  changeScheduled,
  checkScheduled,
  deleteScheduled,
  findScheduled,
  insertScheduled,
  lockScheduled,
  type ScheduledRow,
  type SendTime,
  sendTimeOf,
} from './scheduled-repo.ts';
import { type EmptyDrafts, emptyDraftsOf, previewLinks } from './send-batcher.ts';
import { addMessages, lockThread, type OutgoingMessage, type SendResult } from './send-repo.ts';

const longestMs = 366 * 24 * 3_600_000;

/** @throws AppError validation_failed for a time that is over or more than a year away */
export function futureTime(text: string): SendTime {
  if (text === 'reply') return text;
  const at = new Date(text);
  const ahead = at.getTime() - Date.now();
  if (ahead <= 0) throw invalid('send_at', 'This time is in the past.');
  if (ahead > longestMs) throw invalid('send_at', 'Choose a time within one year.');
  return at;
}

/**
 * The scheduled message that the same request wrote earlier.
 * @throws AppError id_conflict when another one has its id, or it was cancelled
 */
export async function findScheduledBefore(tx: TenantTx, id: string, requestHash: string): Promise<ScheduledRow | null> {
  const [row] = await findScheduled(tx, [id]);
  if (row === undefined) return null;
  if (row.request_hash.toString('hex') !== requestHash) throw idTaken();
  if (row.cancelled_at !== null) throw new AppError('id_conflict', { message: 'This message was cancelled.' });
  return row;
}

/**
 * Writes a message that is sent later. The same id with the same content returns the same message.
 * @throws AppError assigned_to_other, id_conflict, not_found, suppressed, validation_failed
 */
export async function scheduleMessage(
  platform: Platform,
  message: OutgoingMessage,
  clientId: string,
  sendAt: string,
  emptyDrafts: EmptyDrafts,
): Promise<{ row: MessageRow; created: boolean }> {
  if (message.source === 'BROADCAST_SANDBOX') throw invalid('send_at', 'A test send can’t be scheduled.');
  const at = futureTime(sendAt);
  const outcome = await platform.db.withTenant(clientId, async (tx) => {
    await lockThread(tx, message.threadId);
    const verdict = await checkScheduled(tx, message);
    if (verdict !== 'ok' && verdict !== 'exists') throw refusalOfVerdict({ verdict, newest_message_id: null });
    await requireWriter(tx, message.threadId, message);
    if ((await findMessages(tx, [message.id])).length > 0) throw idTaken();
    if (!(await insertScheduled(tx, message, at))) {
      const before = await findScheduledBefore(tx, message.id, message.requestHash);
      if (before === null) throw idTaken();
      return { row: before, created: false };
    }
    const [row] = await findScheduled(tx, [message.id]);
    if (row === undefined) throw new Error('a message that was just scheduled could not be read');
    const emptied = await emptyDraftsOf(tx, [message], emptyDrafts);
    const scheduled = { collection: 'scheduled_messages', id: row.id, marker: 'NEW', version: row.version } as const;
    await addChanges(tx, [scheduled, ...emptied]);
    return { row, created: true };
  });
  if (outcome.created) platform.notifier.notify('changes_new', clientId);
  return outcome;
}

/** Without the text, which is a customer's. A new one shows as another fingerprint. */
function auditedOf(row: ScheduledRow) {
  const send_at = row.cancelled_at === null ? sendTimeOf(row) : null;
  return { send_at, content_sha256: createHash('sha256').update(JSON.stringify(row.content)).digest('hex') };
}

/** A scheduled message that the actor may see, or null. */
export async function findVisibleScheduled(tx: TenantTx, id: string, view: Visibility): Promise<ScheduledRow | null> {
  const [row] = isUuid(id) ? await findScheduled(tx, [id]) : [];
  return row !== undefined && row.cancelled_at === null && (await isVisible(tx, row, view)) ? row : null;
}

async function isVisible(tx: TenantTx, row: MessageRow, view: Visibility): Promise<boolean> {
  if (view.isUnrestricted) return true;
  const [thread] = await findThreads(tx, [row.thread_id]);
  return thread !== undefined && view.canSeeThread(thread);
}

/**
 * @param cancelled whether it may be a cancelled one
 * @throws AppError not_found; not_scheduled for a message that was sent already
 */
async function lockVisible(tx: TenantTx, id: string, view: Visibility, cancelled: boolean): Promise<ScheduledRow> {
  const locked = isUuid(id) ? await lockScheduled(tx, id) : null;
  const found = locked !== null && (cancelled || locked.cancelled_at === null) ? locked : null;
  if (found !== null && (await isVisible(tx, found, view))) return found;
  const [sent] = isUuid(id) && locked === null ? await findMessages(tx, [id]) : [];
  if (sent !== undefined && (await isVisible(tx, sent, view))) {
    throw new AppError('not_scheduled', { message: 'This message has already been sent.' });
  }
  throw new AppError('not_found', { message: 'This message was not found.' });
}

/**
 * Gives a scheduled message another time or other content, or sends it now. A new time brings a cancelled one back.
 * @param body.version the one that was seen: a newer one is a conflict, unless it is as asked already
 * @throws AppError assigned_to_other, not_found, not_scheduled, validation_failed, version_conflict; what sending throws, when it is to be
 *   sent now
 */
export async function changeScheduledMessage(
  platform: Platform,
  call: Call<AccountActor>,
  id: string,
  { send_at: sendAt, version, ...contents }: ChangeScheduledBody,
): Promise<MessageRow> {
  if (sendAt === undefined && Object.keys(contents).length === 0) {
    throw new AppError('validation_failed', { message: 'Provide at least one field to change.' });
  }
  const { actor } = call;
  const view = visibilityOf(actor);
  const at = sendAt == null ? undefined : futureTime(sendAt);
  const known = await platform.db.withTenant(actor.clientId, (tx) => lockVisible(tx, id, view, at !== undefined));
  const content = Object.keys(contents).length === 0 ? {} : await contentFor(platform, actor, known, contents);
  const { row, changed } = await platform.db.withTenant(actor.clientId, async (tx) => {
    const now = await lockVisible(tx, id, view, at !== undefined);
    if (version !== undefined && version !== now.version) {
      if (isAsAsked(now, { at, content, sendNow: sendAt === null })) return { row: now, changed: false };
      throw new AppError('version_conflict', { message: 'A teammate changed this message. Look at it again.' });
    }
    await requireWriter(tx, now.thread_id, writerOf(actor));
    if (at !== undefined) await requireChannel(tx, now);
    await changeScheduled(tx, known.id, { sendAt: at, ...content, author: actor.author });
    const [next] = await findScheduled(tx, [known.id]);
    if (next === undefined) throw new Error('a locked scheduled message is gone');
    const after = { ...auditedOf(next), ...(sendAt === null && { send_at: 'now' }) };
    await auditChanges(tx, call, 'messages.schedule_changed', known.id, auditedOf(now), after);
    if (sendAt === null) return { row: await sendNow(tx, next), changed: true };
    const change = { collection: 'scheduled_messages', id: known.id, marker: 'MODIFIED' } as const;
    await addChanges(tx, [{ ...change, version: next.version }]);
    return { row: next, changed: true };
  });
  if (!changed) return row;
  platform.notifier.notify('changes_new', actor.clientId);
  if (sendAt === null) platform.notifier.notify('triggers', `${actor.clientId}/${row.channel_id}`);
  return row;
}

/** Whether a repeated change has nothing left to do: its answer was lost. */
function isAsAsked(
  row: ScheduledRow,
  { at, content, sendNow: leaves }: { at: SendTime | undefined; content: { content?: unknown }; sendNow: boolean },
): boolean {
  if (leaves || row.cancelled_at !== null) return false;
  if (at !== undefined && (at === 'reply' ? at : at.toISOString()) !== sendTimeOf(row)) return false;
  // As JSON has it: what is undefined is not stored.
  return content.content === undefined || isDeepStrictEqual(JSON.parse(JSON.stringify(content.content)), row.content);
}

/** @throws AppError not_found when its channel was removed */
async function requireChannel(tx: TenantTx, row: ScheduledRow): Promise<void> {
  const { thread_id: threadId, channel_id: channelId, source, type, content } = row;
  const message = { threadId, channelId, contextMessageId: null, marketing: false, source, type, content };
  const verdict = await checkScheduled(tx, message);
  if (verdict === 'channel_missing') throw refusalOfVerdict({ verdict, newest_message_id: null });
}

/** The new content with the recipient's values. @throws AppError validation_failed, also for content of another type */
async function contentFor(
  platform: Platform,
  actor: AccountActor,
  { type, thread_id, channel_id }: ScheduledRow,
  contents: Omit<ChangeScheduledBody, 'send_at'>,
) {
  const body = { type, thread_id, channel_id, source: 'INBOX', ...contents } as SendMessageBody;
  return contentOf(platform, actor, body, partOf(body));
}

/** @throws AppError when it cannot be sent now; it stays scheduled */
async function sendNow(tx: TenantTx, row: ScheduledRow): Promise<MessageRow> {
  const [result] = await sendScheduled(tx, [row], { checked: true });
  if (result === undefined) throw new Error('a send came back without a result');
  const { verdict } = result;
  if (verdict !== 'ok' && verdict !== 'exists') throw refusalOfVerdict({ ...result, verdict });
  const [sent] = await findMessages(tx, [row.id]);
  if (sent === undefined) throw new Error('a message that was just sent could not be read');
  return sent;
}

/**
 * Turns locked scheduled messages into messages with triggers.
 * @param options.checked false: what cannot be sent is written too, and the dispatcher puts it on hold with the reason
 */
export async function sendScheduled(
  tx: TenantTx,
  rows: readonly ScheduledRow[],
  { checked }: { checked: boolean },
): Promise<SendResult[]> {
  if (rows.length === 0) return [];
  const messages = rows.map(
    (row): OutgoingMessage => ({
      id: row.id,
      triggerId: newId(),
      threadId: row.thread_id,
      channelId: row.channel_id,
      source: row.source,
      medium: row.medium,
      type: row.type,
      content: row.content,
      marketing: row.marketing,
      contextMessageId: row.context_message_id,
      confirmSeen: null,
      requestHash: row.request_hash.toString('hex'),
      createdBy: row.created_by,
      metaType: row.meta_type,
      priority: 0,
      unchecked: !checked,
      wasScheduled: true,
    }),
  );
  const results = await addMessages(tx, messages);
  await previewLinks(tx, messages, results);
  const done = rows.filter((_, at) => ['ok', 'exists'].includes(results[at]?.verdict ?? ''));
  await deleteScheduled(
    tx,
    done.map(({ id }) => id),
  );
  const gone = done.map(({ id, version }) => ({
    collection: 'scheduled_messages' as const,
    id,
    marker: 'DELETED' as const,
    version: version + 1,
  }));
  if (gone.length > 0) await addChanges(tx, gone);
  return results;
}

/** @throws AppError not_found, not_scheduled */
export async function cancelScheduledMessage(
  platform: Platform,
  call: Call<AccountActor>,
  id: string,
): Promise<string> {
  const { actor } = call;
  const row = await platform.db.withTenant(actor.clientId, async (tx) => {
    const locked = await lockVisible(tx, id, visibilityOf(actor), false);
    const version = await cancelScheduled(tx, locked.id);
    await auditChanges(tx, call, 'messages.schedule_cancelled', locked.id, auditedOf(locked), null);
    await addChanges(tx, [{ collection: 'scheduled_messages', id: locked.id, marker: 'DELETED', version }]);
    return locked;
  });
  platform.notifier.notify('changes_new', actor.clientId);
  return row.id;
}
