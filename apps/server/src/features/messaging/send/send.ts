import { said } from '@parley/contract/said';
import type { SendMessageBody } from '@parley/contract/types';
import { type AccountActor, mediumOf } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { findCallId, hashRequest } from '../../../platform/http/idempotency.ts';
import { missingField } from '../../../platform/http/missing-field.ts';
import { idFromKey, newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireVisibleNumbers } from '../../contacts/public.ts';
import { forgetProviderUpload } from '../../media/public.ts';
import { addChanges } from '../../sync/public.ts';
import { visibilityOf } from '../../team/public.ts';
import { retryMessages } from '../state/retry-repo.ts';
import { findMessages, setOurReaction } from '../threads/message-repo.ts';
import type { MessageRow } from '../threads/rows-query.ts';
import { findCurrentThreadId, findThreads } from '../threads/thread-repo.ts';
import { createTrigger, findTrigger, type NewTrigger } from '../threads/trigger-repo.ts';
import { getVisibleMessage, getVisibleThread } from '../threads/visible.ts';
import { contentOf, hasVariables, idTaken, partOf, refusalOfVerdict } from './acceptance.ts';
import { requireWriter, writerOf } from './require-writer.ts';
import { resolveThread } from './resolve-thread.ts';
import { findScheduledBefore, scheduleMessage } from './schedule.ts';
import { findScheduled } from './scheduled-repo.ts';
import type { EmptyDrafts, SendBatcher } from './send-batcher.ts';
import type { OutgoingMessage, SendResult } from './send-repo.ts';

/** What sending needs beside the platform. */
export type Sending = { batcher: SendBatcher; emptyDrafts: EmptyDrafts };

export type Sent = { row: MessageRow; created: boolean };

/**
 * Sends one message of a member or an API key: message, trigger, thread and change rows in one transaction. The same id
 * with the same content returns the same message.
 * @throws AppError not_found (thread), id_conflict, assigned_to_other, window_closed, thread_changed, validation_failed
 */
export async function sendMessage(
  platform: Platform,
  { batcher, emptyDrafts }: Sending,
  actor: AccountActor,
  body: SendMessageBody,
  idempotencyKey: string | undefined,
): Promise<Sent> {
  const givenId = findCallId({ actor, idempotencyKey }, 'POST /api/messages', body.id);
  if (body.type === 'reaction') return react(platform, actor, body, givenId);
  const part = partOf(body);
  if ((body.thread_id === undefined) === (body.to === undefined)) {
    throw invalid('to', 'Enter either thread_id or to.');
  }
  if (typeof body.to === 'string') requireVisibleNumbers(actor, said('write to them'));
  if (body.clear_draft_at !== undefined && actor.kind === 'key') {
    throw invalid('clear_draft_at', 'An API key has no drafts.');
  }
  if (body.yield_to_members === true && body.send_at !== undefined) {
    throw invalid('yield_to_members', 'A scheduled message is sent whoever answers then.');
  }
  if (body.callback_data !== undefined && body.send_at !== undefined) {
    throw invalid('callback_data', 'A scheduled message has no callback data. Remember its id instead.');
  }
  const clientId = actor.clientId;
  if (givenId !== undefined && (body.type === 'template' || body.send_at !== undefined || hasVariables(part))) {
    // A repeated request returns the message even when its template or a value was deleted since.
    const known = await findSentBefore(platform, actor, givenId, body);
    if (known !== null) return { row: known, created: false };
  }
  requireVisibleChannel(actor, body.channel_id);
  if (body.thread_id !== undefined) await requireVisibleThread(platform, actor, body.thread_id);
  // A first message creates its thread, so it is validated before.
  const { content, marketing } = await contentOf(platform, actor, body, part);
  const threadId = body.thread_id ?? (await resolveThread(platform, actor, body));
  if (body.thread_id === undefined) await requireVisibleThread(platform, actor, threadId);
  const message: OutgoingMessage = {
    id: givenId ?? newId(),
    triggerId: newId(),
    threadId,
    channelId: body.channel_id,
    source: body.source,
    medium: mediumOf(actor),
    type: body.type,
    content,
    marketing,
    contextMessageId: body.context?.message_id ?? null,
    confirmSeen: body.confirm_seen ?? null,
    yields: body.yield_to_members === true,
    callbackData: body.callback_data,
    requestHash: requestHash(threadId, body),
    ...writerOf(actor),
    priority: 0,
    ...(body.clear_draft_at !== undefined && { clearDraftAt: new Date(body.clear_draft_at) }),
  };
  if (body.send_at !== undefined) return scheduleMessage(platform, message, clientId, body.send_at, emptyDrafts);
  const result = await batcher.send(clientId, message);
  if (result.verdict !== 'thread_missing') return settle(platform, clientId, message, result);
  // The thread was merged into another one meanwhile: send there. The request hash stays that of the request.
  const now = await platform.db.withTenant(clientId, (tx) => findCurrentThreadId(tx, threadId), { readOnly: true });
  if (now === null || now === threadId) return settle(platform, clientId, message, result);
  const moved = { ...message, threadId: now };
  return settle(platform, clientId, moved, await batcher.send(clientId, moved));
}

/** Two requests with one id are the same when this is equal. `confirm_seen` and `clear_draft_at` may differ. */
function requestHash(threadId: string, body: SendMessageBody): string {
  const content: unknown[] = [threadId, body.channel_id, body.source, body.type, body[body.type], body.context ?? null];
  if (body.send_at !== undefined) content.push(body.send_at);
  if (body.as_typed !== undefined) content.push(body.as_typed);
  if (body.callback_data !== undefined) content.push({ callback_data: body.callback_data });
  return hashRequest(content).toString('hex');
}

async function settle(
  platform: Platform,
  clientId: string,
  message: OutgoingMessage,
  result: SendResult,
): Promise<Sent> {
  switch (result.verdict) {
    case 'ok':
    case 'exists': {
      if (result.verdict === 'ok' && result.id !== null) return { row: result as unknown as MessageRow, created: true };
      // Written before, or by a concurrent copy of this request: compare with the stored row.
      const [row] = await platform.db.withTenant(clientId, (tx) => findMessages(tx, [message.id]));
      if (row === undefined) throw new Error('a message that exists could not be read');
      if (row.request_hash?.toString('hex') !== message.requestHash) {
        throw idTaken();
      }
      return { row, created: false };
    }
    default:
      throw refusalOfVerdict({ ...result, verdict: result.verdict });
  }
}

/** A thread that the actor cannot see is reported as not found. */
async function requireVisibleThread(platform: Platform, actor: AccountActor, threadId: string): Promise<void> {
  const view = visibilityOf(actor);
  if (view.isUnrestricted) return;
  await platform.db.withTenant(actor.clientId, (tx) => getVisibleThread(tx, threadId, view), { readOnly: true });
}

/** @throws AppError not_found */
export function requireVisibleChannel(actor: AccountActor, channelId: string): void {
  const view = visibilityOf(actor);
  if (!view.isUnrestricted && !view.canSeeChannel(channelId)) {
    throw new AppError('not_found', { message: 'This channel was not found.' });
  }
}

/** The message that the same request wrote earlier. @throws AppError id_conflict when another one has its id; not_found */
async function findSentBefore(
  platform: Platform,
  actor: AccountActor,
  id: string,
  body: SendMessageBody,
): Promise<MessageRow | null> {
  const row = await platform.db.withTenant(
    actor.clientId,
    async (tx) => {
      const [sent] = await findMessages(tx, [id]);
      if (sent !== undefined || body.send_at === undefined) return sent;
      const [planned] = await findScheduled(tx, [id]);
      return planned && (await findScheduledBefore(tx, id, requestHash(body.thread_id ?? planned.thread_id, body)));
    },
    { readOnly: true },
  );
  if (row == null) return null;
  if (row.request_hash?.toString('hex') !== requestHash(body.thread_id ?? row.thread_id, body)) throw idTaken();
  requireVisibleChannel(actor, row.channel_id);
  await requireVisibleThread(platform, actor, row.thread_id);
  return row;
}

/** Sets or removes our reaction: updates the target and creates a trigger, no message. */
async function react(
  platform: Platform,
  actor: AccountActor,
  body: SendMessageBody,
  givenId: string | undefined,
): Promise<Sent> {
  const { reaction } = body;
  if (reaction === undefined) throw missingField('reaction');
  if (body.text !== undefined) throw invalid('text', 'This does not go with a reaction.');
  if (body.source === 'BROADCAST_SANDBOX') throw invalid('source', 'A reaction can’t be a test send.');
  if (body.send_at !== undefined) throw invalid('send_at', 'A reaction can’t be scheduled.');
  if (body.clear_draft_at !== undefined) throw invalid('clear_draft_at', 'This does not go with a reaction.');
  if (body.callback_data !== undefined) throw invalid('callback_data', 'A reaction has no events of its own.');
  // WhatsApp returns the trigger's id in statuses: it must differ from every message id, whatever id the caller
  // chose.
  const triggerId = givenId === undefined ? newId() : idFromKey(actor.clientId, 'reaction', givenId);
  const sent = await platform.db.withTenant(actor.clientId, async (tx): Promise<Sent> => {
    const target = await getVisibleMessage(tx, reaction.message_id, visibilityOf(actor));
    if (target.channel_id !== body.channel_id)
      throw new AppError('not_found', { message: 'This message was not found.' });
    const [thread] = await findThreads(tx, [target.thread_id]);
    if (thread?.group_id != null) throw invalid('type', 'WhatsApp takes no reactions of businesses in groups.');
    if (target.provider_message_id === null)
      throw invalid('reaction.message_id', 'This message has not reached WhatsApp yet.');
    const payload = {
      to: target.to,
      type: 'reaction',
      reaction: { message_id: target.provider_message_id, emoji: reaction.emoji },
    };
    const isNew = await createTrigger(tx, {
      ...triggerOf(actor, target, triggerId),
      kind: 'reaction',
      payload,
    });
    if (!isNew) return repeated(tx, triggerId, target.id, reaction.emoji);
    await requireWriter(tx, target.thread_id, writerOf(actor));
    const stored =
      reaction.emoji === '' ? null : { emoji: reaction.emoji, at: new Date().toISOString(), by: actor.author };
    const changed = await setOurReaction(tx, target.id, stored);
    if (changed === null) throw new AppError('not_found', { message: 'This message was not found.' });
    await addChanges(tx, [{ collection: 'messages', id: changed.id, marker: 'MODIFIED', version: changed.version }]);
    return { row: changed, created: true };
  });
  if (sent.created) {
    platform.notifier.notify('changes_new', actor.clientId);
    platform.notifier.notify('triggers', `${actor.clientId}/${sent.row.channel_id}`);
  }
  return sent;
}

/** Answers a repeated reaction. @throws AppError id_conflict when its id belongs to another one */
async function repeated(tx: TenantTx, triggerId: string, targetId: string, emoji: string): Promise<Sent> {
  const known = await findTrigger(tx, triggerId);
  const [row] = await findMessages(tx, [targetId]);
  const asked = known?.payload['reaction'] as { emoji?: string } | undefined;
  if (known?.message_id !== targetId || asked?.emoji !== emoji || row === undefined) throw idTaken();
  return { row, created: false };
}

function triggerOf(actor: AccountActor, row: MessageRow, id: string): Omit<NewTrigger, 'kind' | 'payload'> {
  return {
    id,
    messageId: row.id,
    channelId: row.channel_id,
    threadId: row.thread_id,
    contactId: row.contact_id,
    metaData: {
      type: writerOf(actor).metaType,
      client_id: actor.clientId,
      channel_id: row.channel_id,
      thread_id: row.thread_id,
      message_id: row.id,
      to: row.to,
    },
    createdBy: actor.author,
  };
}

/**
 * Starts the next attempt of a message.
 * @throws AppError not_found; assigned_to_other; not_retriable when it did not fail and is neither unknown nor on hold
 */
export async function retryMessage(platform: Platform, actor: AccountActor, messageId: string): Promise<MessageRow> {
  const row = await platform.db.withTenant(actor.clientId, async (tx) => {
    const found = await getVisibleMessage(tx, messageId, visibilityOf(actor));
    const writer = writerOf(actor);
    await requireWriter(tx, found.thread_id, writer);
    const [changed] = await retryMessages(tx, [{ messageId, triggerId: newId() }], { ...writer, priority: 0 });
    if (changed === undefined)
      throw new AppError('not_retriable', { message: 'This message can’t be sent again now.' });
    const mediaId = changed.content['media_id'];
    if (typeof mediaId === 'string') await forgetProviderUpload(tx, mediaId, changed.channel_id);
    return changed;
  });
  platform.notifier.notify('changes_new', actor.clientId);
  platform.notifier.notify('triggers', `${actor.clientId}/${row.channel_id}`);
  return row;
}
