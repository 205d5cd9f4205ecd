import { said } from '@parley/contract/said';
import type { ComposeBody, FieldError } from '@parley/contract/types';
import { type AccountActor, mediumOf } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { callId, hashRequest } from '../../../platform/http/idempotency.ts';
import { missingField } from '../../../platform/http/missing-field.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireVisibleNumbers } from '../../contacts/public.ts';
import { addChanges } from '../../sync/public.ts';
import { visibilityOf } from '../../team/public.ts';
import { templateForSending } from '../../templates/public.ts';
import { findMessages } from '../threads/message-repo.ts';
import type { MessageRow } from '../threads/rows-query.ts';
import { findThreads } from '../threads/thread-repo.ts';
import { type Content, fillVariables, idTaken, refusalOfVerdict, textContent } from './acceptance.ts';
import { requireWriter, writerOf } from './require-writer.ts';
import { resolveThreads } from './resolve-threads.ts';
import { futureTime } from './schedule.ts';
import { checkScheduled, findScheduled, insertScheduled, type ScheduledRow, type SendTime } from './scheduled-repo.ts';
import { requireVisibleChannel } from './send.ts';
import { previewLinks } from './send-batcher.ts';
import { addMessages, type OutgoingMessage, type SendResult } from './send-repo.ts';

type Composed = ComposeBody['messages'][number];

/**
 * Sends to several recipients: messages and triggers in one transaction, all or none. The same ids with the same
 * content return the same messages, in the order of the request.
 * @throws AppError with the code of the first failure, and all failures under `messages.<index>.…`
 */
export async function sendMany(
  platform: Platform,
  actor: AccountActor,
  body: ComposeBody,
  idempotencyKey: string | undefined,
): Promise<{ rows: MessageRow[]; created: boolean }> {
  const { clientId } = actor;
  requireVisibleChannel(actor, body.channel_id);
  if (body.messages.some(({ to }) => typeof to === 'string')) requireVisibleNumbers(actor, said('write to them'));
  const call = { actor, idempotencyKey };
  const ids = body.messages.map(({ id }, at) => callId(call, 'POST /api/compose', id, String(at)));
  const before = await findWrittenBefore(platform, actor, body, ids);
  if (before !== null) return { rows: before, created: false };
  const written = await platform.db
    .withTenant(clientId, (tx) => writeMessages(tx, actor, body, ids))
    .catch((error: unknown) => {
      if (error instanceof ConcurrentRequest) return null;
      throw error;
    });
  if (written === null) {
    const rows = await findWrittenBefore(platform, actor, body, ids);
    if (rows === null) throw new Error('messages that exist could not be read');
    return { rows, created: false };
  }
  platform.notifier.notify('changes_new', clientId);
  platform.notifier.notify('triggers', `${clientId}/${body.channel_id}`);
  return { rows: written, created: true };
}

/** A concurrent copy of the request wrote first: this transaction is rolled back. */
class ConcurrentRequest extends Error {}

async function writeMessages(
  tx: TenantTx,
  actor: AccountActor,
  body: ComposeBody,
  ids: readonly string[],
): Promise<MessageRow[]> {
  const { channel_id: channelId, messages } = body;
  const contents = await each(messages, (message) => contentFor(tx, actor, channelId, message));
  const threadIds = await resolveThreads(tx, actor, channelId, messages);
  const outgoing = messages.map(
    (message, at): OutgoingMessage => ({
      id: ids[at] ?? newId(),
      triggerId: newId(),
      threadId: threadIds[at] ?? '',
      channelId,
      source: 'COMPOSE',
      medium: mediumOf(actor),
      type: message.type,
      content: contents[at]?.content ?? {},
      marketing: contents[at]?.marketing ?? false,
      contextMessageId: null,
      confirmSeen: null,
      requestHash: requestHash(body, message),
      ...writerOf(actor),
      priority: 0,
    }),
  );
  if (body.send_at !== undefined) return scheduleMany(tx, outgoing, futureTime(body.send_at));
  const results = await addMessages(tx, outgoing);
  if (results.some(({ verdict, id }) => verdict === 'exists' || (verdict === 'ok' && id === null))) {
    throw new ConcurrentRequest();
  }
  await previewLinks(tx, outgoing, results);
  return each(results, (result) => {
    if (result.verdict === 'ok') return result as SendResult & MessageRow;
    throw refusalOfVerdict({ ...result, verdict: result.verdict as Exclude<typeof result.verdict, 'exists'> });
  });
}

/**
 * Writes messages that are sent later.
 * @throws AppError with the code of the first failure, and all failures under `messages.<index>.…`
 */
function scheduleMany(tx: TenantTx, outgoing: readonly OutgoingMessage[], at: SendTime): Promise<MessageRow[]> {
  return each(outgoing, async (message) => {
    const verdict = await checkScheduled(tx, message);
    if (verdict !== 'ok' && verdict !== 'exists') throw refusalOfVerdict({ verdict, newest_message_id: null });
    await requireWriter(tx, message.threadId, message);
    if ((await findMessages(tx, [message.id])).length > 0 || !(await insertScheduled(tx, message, at))) {
      throw new ConcurrentRequest();
    }
    const [row] = await findScheduled(tx, [message.id]);
    if (row === undefined) throw new Error('a message that was just scheduled could not be read');
    await addChanges(tx, [{ collection: 'scheduled_messages', id: row.id, marker: 'NEW', version: row.version }]);
    return row;
  });
}

/** @throws AppError validation_failed for no content, content of two types, and content that does not fit */
async function contentFor(tx: TenantTx, actor: AccountActor, channelId: string, message: Composed): Promise<Content> {
  const { type, text, template, as_typed: asTyped } = message;
  const other = type === 'text' ? 'template' : 'text';
  if (message[other] !== undefined) throw invalid(other, `This does not go with a message of the type ${type}.`);
  if (type === 'template') {
    if (template === undefined) throw missingField(type);
    return templateForSending(tx, channelId, await fillVariables(tx, actor, message, type, template, asTyped));
  }
  if (text === undefined) throw missingField(type);
  return textContent(await fillVariables(tx, actor, message, type, text, asTyped));
}

/**
 * Calls `work` for every message, one after the other, and reports all failures at once.
 * @throws AppError with the code of the first
 */
async function each<T, R>(entries: readonly T[], work: (entry: T, at: number) => R | Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const errors: AppError[] = [];
  const data: FieldError[] = [];
  for (const [at, entry] of entries.entries()) {
    try {
      done.push(await work(entry, at));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      errors.push(error);
      const problems = error.data.length > 0 ? error.data : [{ field: 'to', msg: error.message }];
      data.push(...problems.map((one) => ({ ...one, field: `messages.${at}.${fieldOf(one.field)}` })));
    }
  }
  const [first] = errors;
  if (first !== undefined) throw new AppError(first.code, { data });
  return done;
}

/** The request has no thread_id: it is derived from the recipient. */
function fieldOf(field: string): string {
  return field === 'thread_id' ? 'to' : field;
}

/** Two messages with one id are the same when this hash is equal. */
function requestHash(
  { channel_id: channelId, send_at: sendAt }: ComposeBody,
  { to, contact_id, type, text, template, as_typed: asTyped }: Composed,
): string {
  const content: unknown[] = [
    'COMPOSE',
    channelId,
    to ?? null,
    contact_id ?? null,
    type,
    text ?? null,
    template ?? null,
  ];
  if (sendAt !== undefined) content.push(sendAt);
  if (asTyped !== undefined) content.push(asTyped);
  return hashRequest(content).toString('hex');
}

/** Scheduled ones that are still to be sent. @throws AppError('id_conflict') for one that was cancelled */
async function findPlanned(tx: TenantTx, ids: readonly string[]): Promise<ScheduledRow[]> {
  const rows = await findScheduled(tx, ids);
  if (rows.some(({ cancelled_at: cancelled }) => cancelled !== null)) {
    throw new AppError('id_conflict', { message: 'One of these messages was cancelled.' });
  }
  return rows;
}

/**
 * The messages that an earlier copy of the request wrote, even when the request would fail now.
 * @returns null when there are none
 * @throws AppError id_conflict when an id belongs to another message; not_found
 */
async function findWrittenBefore(
  platform: Platform,
  actor: AccountActor,
  body: ComposeBody,
  ids: readonly string[],
): Promise<MessageRow[] | null> {
  const view = visibilityOf(actor);
  const [rows, threads] = await platform.db.withTenant(
    actor.clientId,
    async (tx) => {
      const found = [...(await findMessages(tx, ids)), ...(await findPlanned(tx, ids))];
      return [found, view.isUnrestricted ? [] : await findThreads(tx, [...new Set(found.map((row) => row.thread_id))])];
    },
    { readOnly: true },
  );
  const seen = new Set(threads.filter((thread) => view.canSeeThread(thread)).map(({ id }) => id));
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (twice >= 0) throw invalid(`messages.${twice}.id`, 'Another message of this call has this id.');
  if (rows.length === 0) return null;
  const known = new Map(rows.map((row) => [row.id, row]));
  const taken: FieldError[] = [];
  const same = body.messages.flatMap((message, at) => {
    const row = known.get(ids[at] ?? '');
    if (row === undefined) return [];
    if (row.request_hash?.toString('hex') !== requestHash(body, message)) {
      taken.push(...idTaken(`messages.${at}.id`).data);
    }
    return [row];
  });
  if (taken.length > 0) throw new AppError('id_conflict', { data: taken });
  if (same.length < body.messages.length) {
    const at = ids.findIndex((id) => known.has(id));
    throw new AppError('id_conflict', {
      data: [
        { field: `messages.${at}.id`, msg: 'This message was sent before, with others. Send the same call again.' },
      ],
    });
  }
  if (!view.isUnrestricted && rows.some((row) => !seen.has(row.thread_id))) {
    throw new AppError('not_found', { message: 'The messages were not found.' });
  }
  return same;
}
