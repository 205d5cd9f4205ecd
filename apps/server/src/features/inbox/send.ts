import { createHash } from 'node:crypto';
import type { SendMessageBody } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { idFromKey, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { forgetProviderUpload } from '../media/public.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { findMessages, findTrigger, insertTrigger, type NewTrigger, setOurReaction, threadNow } from './repo.ts';
import { retryMessages } from './retry-repo.ts';
import type { MessageRow } from './rows.ts';
import { findSeenMessage, findSeenThread } from './seen.ts';
import type { SendBatcher } from './send-batcher.ts';
import { contentOf, partOf } from './send-content.ts';
import type { OutgoingMessage, SendResult } from './send-repo.ts';
import { idTaken, refusalOfVerdict } from './send-verdicts.ts';
import { threadFor } from './thread-for.ts';

export type Sent = { row: MessageRow; created: boolean };

/**
 * Sends one message of a person: message, trigger, thread and change rows in one transaction. The same id with the
 * same content answers the same row.
 * @throws AppError not_found (thread), id_conflict, window_closed, thread_changed, validation_failed
 */
export async function sendMessage(
  platform: Platform,
  batcher: SendBatcher,
  actor: AccountActor,
  body: SendMessageBody,
  idempotencyKey: string | undefined,
): Promise<Sent> {
  const givenId =
    body.id ??
    (idempotencyKey === undefined
      ? undefined
      : idFromKey(actor.clientId, actor.author, 'POST /api/messages', idempotencyKey));
  if (body.type === 'reaction') return react(platform, actor, body, givenId);
  const part = partOf(body);
  if ((body.thread_id === undefined) === (body.to === undefined)) {
    throw invalid('to', 'Name either a thread or whom to write to.');
  }
  const clientId = actor.clientId;
  if (body.type === 'template' && givenId !== undefined) {
    // What was sent stays sent: the same call answers it also when the template cannot be sent any more.
    const known = await sentBefore(platform, actor, givenId, body);
    if (known !== null) return { row: known, created: false };
  }
  refuseUnseenChannel(actor, body.channel_id);
  // A first message makes its conversation: what cannot be sent must be known before.
  const early = body.thread_id === undefined ? await contentOf(platform, clientId, body, part) : null;
  const threadId = body.thread_id ?? (await threadFor(platform, actor, body));
  await refuseUnseen(platform, actor, threadId);
  const { content, marketing } = early ?? (await contentOf(platform, clientId, body, part));
  const message: OutgoingMessage = {
    id: givenId ?? newId(),
    triggerId: newId(),
    threadId,
    channelId: body.channel_id,
    source: body.source,
    medium: actor.kind === 'key' ? 'API' : 'WEB_APP',
    type: body.type,
    content,
    marketing,
    contextMessageId: body.context?.message_id ?? null,
    confirmSeen: body.confirm_seen ?? null,
    requestHash: requestHash(threadId, body),
    createdBy: actor.author,
    metaType: metaTypeOf(actor),
    priority: 0,
  };
  const result = await batcher.send(clientId, message);
  if (result.verdict !== 'thread_missing') return settle(platform, clientId, message, result);
  // Joined to another meanwhile: it is said there. The fingerprint stays that of the call as it was made.
  const now = await platform.db.withTenant(clientId, (tx) => threadNow(tx, threadId), { readOnly: true });
  if (now === null || now === threadId) return settle(platform, clientId, message, result);
  const moved = { ...message, threadId: now };
  return settle(platform, clientId, moved, await batcher.send(clientId, moved));
}

/** What makes two calls with one id the same call. `confirm_seen` may differ: it is a question, not content. */
function requestHash(threadId: string, body: SendMessageBody): string {
  const content = [threadId, body.channel_id, body.source, body.type, body[body.type], body.context ?? null];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
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
      // Written before, or at this very moment by a twin of this call: the row that is there decides.
      const [row] = await platform.db.withTenant(clientId, (tx) => findMessages(tx, [message.id]));
      if (row === undefined) throw new Error('a message that exists could not be read');
      if (row.request_hash?.toString('hex') !== message.requestHash) {
        throw idTaken();
      }
      return { row, created: false };
    }
    default:
      throw refusalOfVerdict(result.verdict);
  }
}

/** A conversation or channel out of sight is answered as one that does not exist. */
async function refuseUnseen(platform: Platform, actor: AccountActor, threadId: string): Promise<void> {
  const view = visibilityOf(actor);
  if (view.everything) return;
  await platform.db.withTenant(actor.clientId, (tx) => findSeenThread(tx, threadId, view), { readOnly: true });
}

/** @throws AppError not_found */
export function refuseUnseenChannel(actor: AccountActor, channelId: string): void {
  const view = visibilityOf(actor);
  if (!view.everything && !view.seesChannel(channelId)) {
    throw new AppError('not_found', { message: 'This channel was not found.' });
  }
}

/** The message that the same call wrote earlier. @throws AppError id_conflict when another one has its id; not_found */
async function sentBefore(
  platform: Platform,
  actor: AccountActor,
  id: string,
  body: SendMessageBody,
): Promise<MessageRow | null> {
  const [row] = await platform.db.withTenant(actor.clientId, (tx) => findMessages(tx, [id]), { readOnly: true });
  if (row === undefined) return null;
  if (row.request_hash?.toString('hex') !== requestHash(body.thread_id ?? row.thread_id, body)) throw idTaken();
  refuseUnseenChannel(actor, row.channel_id);
  await refuseUnseen(platform, actor, row.thread_id);
  return row;
}

export function metaTypeOf(actor: AccountActor): 'individual' | 'api' {
  return actor.kind === 'key' ? 'api' : 'individual';
}

/** Sets or removes our reaction: the target's row and a trigger, no message of its own. */
async function react(
  platform: Platform,
  actor: AccountActor,
  body: SendMessageBody,
  givenId: string | undefined,
): Promise<Sent> {
  const wish = body.reaction;
  if (wish === undefined) throw invalid('reaction', 'This is needed.');
  if (body.text !== undefined) throw invalid('text', 'This does not go with a reaction.');
  if (body.source === 'BROADCAST_SANDBOX') throw invalid('source', 'A reaction is no test send.');
  // WhatsApp gives the trigger's id back in statuses: it must be no message's, whatever the caller chose.
  const triggerId = givenId === undefined ? newId() : idFromKey(actor.clientId, 'reaction', givenId);
  const sent = await platform.db.withTenant(actor.clientId, async (tx): Promise<Sent> => {
    const target = await findSeenMessage(tx, wish.message_id, visibilityOf(actor));
    if (target.channel_id !== body.channel_id)
      throw new AppError('not_found', { message: 'The message was not found.' });
    if (target.provider_message_id === null)
      throw invalid('reaction.message_id', 'This message has not reached WhatsApp yet.');
    const payload = {
      to: target.to,
      type: 'reaction',
      reaction: { message_id: target.provider_message_id, emoji: wish.emoji },
    };
    const isNew = await insertTrigger(tx, {
      ...triggerOf(actor, target, triggerId),
      kind: 'reaction',
      payload,
    });
    if (!isNew) return repeated(tx, triggerId, target.id, wish.emoji);
    const mark = wish.emoji === '' ? null : { emoji: wish.emoji, at: new Date().toISOString(), by: actor.author };
    const changed = await setOurReaction(tx, target.id, mark);
    if (changed === null) throw new AppError('not_found', { message: 'The message was not found.' });
    await addChanges(tx, [{ collection: 'messages', id: changed.id, marker: 'MODIFIED', version: changed.version }]);
    return { row: changed, created: true };
  });
  if (sent.created) {
    platform.signal.hint('changes_new', actor.clientId);
    platform.signal.hint('triggers', `${actor.clientId}/${sent.row.channel_id}`);
  }
  return sent;
}

/** The same reaction again. @throws AppError id_conflict when its id stands for another one */
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
      type: metaTypeOf(actor),
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
 * A person's *Send again*: the same message, the next attempt.
 * @throws AppError not_found; not_retriable when it neither failed nor is unknown or held
 */
export async function retryMessage(platform: Platform, actor: AccountActor, messageId: string): Promise<MessageRow> {
  const row = await platform.db.withTenant(actor.clientId, async (tx) => {
    await findSeenMessage(tx, messageId, visibilityOf(actor));
    const as = { createdBy: actor.author, metaType: metaTypeOf(actor), priority: 0 };
    const [changed] = await retryMessages(tx, [{ messageId, triggerId: newId() }], as);
    if (changed === undefined)
      throw new AppError('not_retriable', { message: 'This message cannot be sent again now.' });
    const mediaId = changed.content['media_id'];
    if (typeof mediaId === 'string') await forgetProviderUpload(tx, mediaId, changed.channel_id);
    return changed;
  });
  platform.signal.hint('changes_new', actor.clientId);
  platform.signal.hint('triggers', `${actor.clientId}/${row.channel_id}`);
  return row;
}
