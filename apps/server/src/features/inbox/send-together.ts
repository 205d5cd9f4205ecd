import { createHash } from 'node:crypto';
import { fixValue } from '@parley/contract/merge';
import type { ComposeBody, FieldError } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { idFromKey, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { visibilityOf } from '../team/public.ts';
import { templateForSending } from '../templates/public.ts';
import { findMessages, findThreads } from './repo.ts';
import type { MessageRow } from './rows.ts';
import { metaTypeOf, refuseUnseenChannel } from './send.ts';
import { type Content, textContent } from './send-content.ts';
import { addMessages, type OutgoingMessage, type SendResult } from './send-repo.ts';
import { idTaken, refusalOfVerdict } from './send-verdicts.ts';
import { threadsFor } from './threads-for.ts';

type Composed = ComposeBody['messages'][number];

/**
 * Writes to several people: messages and triggers in one transaction, all or none. The same ids with the same content
 * answer the same rows, in the order of the call.
 * @throws AppError with the code of the first thing in the way, and every one of them under `messages.<place>.…`
 */
export async function sendTogether(
  platform: Platform,
  actor: AccountActor,
  body: ComposeBody,
  idempotencyKey: string | undefined,
): Promise<{ rows: MessageRow[]; created: boolean }> {
  const { clientId } = actor;
  refuseUnseenChannel(actor, body.channel_id);
  const ids = body.messages.map(
    ({ id }, at) =>
      id ??
      (idempotencyKey === undefined
        ? newId()
        : idFromKey(clientId, actor.author, 'POST /api/compose', idempotencyKey, String(at))),
  );
  const before = await writtenBefore(platform, actor, body, ids);
  if (before !== null) return { rows: before, created: false };
  const written = await platform.db
    .withTenant(clientId, (tx) => write(tx, actor, body, ids))
    .catch((error: unknown) => {
      if (error instanceof TwinWrote) return null;
      throw error;
    });
  if (written === null) {
    const rows = await writtenBefore(platform, actor, body, ids);
    if (rows === null) throw new Error('messages that exist could not be read');
    return { rows, created: false };
  }
  platform.signal.hint('changes_new', clientId);
  platform.signal.hint('triggers', `${clientId}/${body.channel_id}`);
  return { rows: written, created: true };
}

/** The same call, made at the same time, was first: what was begun here is taken back. */
class TwinWrote extends Error {}

async function write(
  tx: TenantTx,
  actor: AccountActor,
  body: ComposeBody,
  ids: readonly string[],
): Promise<MessageRow[]> {
  const { channel_id: channelId, messages } = body;
  const contents = await each(messages, (message) => contentFor(tx, channelId, message));
  const threadIds = await threadsFor(tx, actor, channelId, messages);
  const outgoing = messages.map(
    (message, at): OutgoingMessage => ({
      id: ids[at] ?? newId(),
      triggerId: newId(),
      threadId: threadIds[at] ?? '',
      channelId,
      source: 'COMPOSE',
      medium: actor.kind === 'key' ? 'API' : 'WEB_APP',
      type: message.type,
      content: contents[at]?.content ?? {},
      marketing: contents[at]?.marketing ?? false,
      contextMessageId: null,
      confirmSeen: null,
      requestHash: requestHash(channelId, message),
      createdBy: actor.author,
      metaType: metaTypeOf(actor),
      priority: 0,
    }),
  );
  const results = await addMessages(tx, outgoing);
  if (results.some(({ verdict, id }) => verdict === 'exists' || (verdict === 'ok' && id === null))) {
    throw new TwinWrote();
  }
  return each(results, (result) => {
    if (result.verdict === 'ok') return result as SendResult & MessageRow;
    throw refusalOfVerdict(result.verdict as Exclude<typeof result.verdict, 'exists'>);
  });
}

/** @throws AppError validation_failed where it says nothing, two things, or something that does not fit */
async function contentFor(tx: TenantTx, channelId: string, message: Composed): Promise<Content> {
  const { type, text, template } = message;
  const other = type === 'text' ? 'template' : 'text';
  if (message[other] !== undefined) throw invalid(other, `This does not go with a message of the type ${type}.`);
  if (type === 'template') {
    if (template === undefined) throw invalid(type, 'This is needed.');
    return templateForSending(tx, channelId, template);
  }
  if (text === undefined) throw invalid(type, 'This is needed.');
  if (text.body.includes(fixValue)) {
    throw invalid('text.body', `${fixValue} stands for a value that is missing: fill it in.`);
  }
  return textContent(text);
}

/**
 * Does the same with every message, one after the other, and tells of all that fail at once.
 * @throws AppError with the code of the first
 */
async function each<T, R>(entries: readonly T[], work: (entry: T, at: number) => R | Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const refused: AppError[] = [];
  const data: FieldError[] = [];
  for (const [at, entry] of entries.entries()) {
    try {
      done.push(await work(entry, at));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(error);
      const told = error.data.length > 0 ? error.data : [{ field: 'to', msg: error.message }];
      data.push(...told.map((one) => ({ ...one, field: `messages.${at}.${fieldOf(one.field)}` })));
    }
  }
  const [first] = refused;
  if (first !== undefined) throw new AppError(first.code, { data });
  return done;
}

/** A conversation is no field of this call: it follows from whom it is with. */
function fieldOf(field: string): string {
  return field === 'thread_id' ? 'to' : field;
}

/** What makes two messages with one id the same. */
function requestHash(channelId: string, { to, contact_id, type, text, template }: Composed): string {
  const content = ['COMPOSE', channelId, to ?? null, contact_id ?? null, type, text ?? null, template ?? null];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/**
 * The rows that the same call wrote earlier. What was sent stays sent, also when it could not be sent any more.
 * @returns null when there is none of them
 * @throws AppError id_conflict when an id stands for another message; not_found
 */
async function writtenBefore(
  platform: Platform,
  actor: AccountActor,
  body: ComposeBody,
  ids: readonly string[],
): Promise<MessageRow[] | null> {
  const view = visibilityOf(actor);
  const [rows, threads] = await platform.db.withTenant(
    actor.clientId,
    async (tx) => {
      const found = await findMessages(tx, ids);
      return [found, view.everything ? [] : await findThreads(tx, [...new Set(found.map((row) => row.thread_id))])];
    },
    { readOnly: true },
  );
  const seen = new Set(threads.filter((thread) => view.seesThread(thread)).map(({ id }) => id));
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (twice >= 0) throw invalid(`messages.${twice}.id`, 'Another message of this call has this id.');
  if (rows.length === 0) return null;
  const known = new Map(rows.map((row) => [row.id, row]));
  const taken: FieldError[] = [];
  const same = body.messages.flatMap((message, at) => {
    const row = known.get(ids[at] ?? '');
    if (row === undefined) return [];
    if (row.request_hash?.toString('hex') !== requestHash(body.channel_id, message)) {
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
  if (!view.everything && rows.some((row) => !seen.has(row.thread_id))) {
    throw new AppError('not_found', { message: 'The messages were not found.' });
  }
  return same;
}
