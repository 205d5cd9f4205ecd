import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PresentMedia } from '../media/public.ts';
import { addChanges, type Hydrate } from '../sync/public.ts';
import { seesContact, type Visibility, visibilityOf } from '../team/public.ts';
import { addReadMark } from './dispatch/read-mark-repo.ts';
import { fetchMediaAgain } from './fetch-media-again.ts';
import { noteHandlers } from './note-handlers.ts';
import { presentMessage, presentThread } from './present.ts';
import {
  findMessages,
  findThreads,
  isContactThere,
  listMessages,
  listThreads,
  listThreadsOfContact,
  listTriggers,
  markThreadRead,
  type ThreadFilter,
  updateThread,
} from './repo.ts';
import { findSeenMessage, findSeenThread } from './seen.ts';
import { retryMessage, sendMessage } from './send.ts';
import type { SendBatcher } from './send-batcher.ts';

// Later than any row, and inside what PostgreSQL's timestamps hold.
const endOfTime = new Date('9999-12-31T00:00:00Z');
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function inboxHandlers(platform: Platform, batcher: SendBatcher, media: PresentMedia): Handlers {
  const { withTenant } = platform.db;
  const reading = <T>(clientId: string, fn: (tx: TenantTx) => Promise<T>) =>
    withTenant(clientId, fn, { readOnly: true });
  return {
    ...noteHandlers(platform),
    async 'POST /api/messages'({ actor, idempotencyKey }, { body }) {
      const { row, created } = await sendMessage(platform, batcher, actor, body, idempotencyKey);
      return { status: created ? 201 : 200, body: visibilityOf(actor).message(presentMessage(row, media)) };
    },
    async 'GET /api/messages/{id}'({ actor }, { params }) {
      const view = visibilityOf(actor);
      const row = await reading(actor.clientId, (tx) => findSeenMessage(tx, params.id, view));
      return { status: 200, body: view.message(presentMessage(row, media)) };
    },
    async 'GET /api/messages/{id}/triggers'({ actor }, { params }) {
      const view = visibilityOf(actor);
      const found = await reading(actor.clientId, async (tx) => {
        await findSeenMessage(tx, params.id, view);
        return listTriggers(tx, params.id);
      });
      const data = found.map((row) => view.trigger({ ...row, created_at: row.created_at.toISOString() } as never));
      return { status: 200, body: { data, next_cursor: null } };
    },
    async 'POST /api/messages/{id}/retry'({ actor }, { params }) {
      const row = await retryMessage(platform, actor, params.id);
      return { status: 200, body: visibilityOf(actor).message(presentMessage(row, media)) };
    },
    async 'POST /api/messages/{id}/copy-media'({ actor }, { params }) {
      const row = await fetchMediaAgain(platform, actor, params.id);
      return { status: 200, body: visibilityOf(actor).message(presentMessage(row, media)) };
    },
    async 'GET /api/contacts/{id}/threads'({ actor }, { params }) {
      const view = visibilityOf(actor);
      const rows = await reading(actor.clientId, async (tx) => {
        const there = isUuid(params.id) && (await isContactThere(tx, params.id));
        if (!there || !(await seesContact(tx, view, params.id))) {
          throw new AppError('not_found', { message: 'This contact was not found.' });
        }
        return listThreadsOfContact(tx, params.id);
      });
      const data = rows.filter((row) => view.seesThread(row)).map((row) => view.thread(presentThread(row)));
      return { status: 200, body: { data } };
    },
    async 'GET /api/threads'({ actor }, { query }) {
      const before = readCursor(query.cursor, ([at, id]) =>
        typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof id === 'string' && isUuid(id)
          ? { at: new Date(at), id }
          : null,
      );
      const view = visibilityOf(actor);
      const assignee = query.assignee === 'me' ? selfOf(actor) : query.assignee;
      const { state, channel_id: channelId, assignee_group: groupId } = query;
      const filter = narrowFilter(view, { state, assignee, groupId: groupId?.toLowerCase(), channelId });
      const rows =
        filter === null
          ? []
          : await reading(actor.clientId, (tx) =>
              listThreads(tx, filter, before ?? { at: endOfTime, id: lastId }, query.limit + 1),
            );
      const shown = rows.slice(0, query.limit);
      const last = shown.at(-1);
      const more = rows.length > shown.length && last !== undefined && last.last_message_at !== null;
      return {
        status: 200,
        body: {
          data: shown.map((row) => view.thread(presentThread(row))),
          next_cursor: more ? writeCursor([last.last_message_at?.toISOString() ?? '', last.id]) : null,
        },
      };
    },
    async 'GET /api/threads/{id}'({ actor }, { params }) {
      const view = visibilityOf(actor);
      const row = await reading(actor.clientId, (tx) => findSeenThread(tx, params.id, view));
      return { status: 200, body: view.thread(presentThread(row)) };
    },
    async 'PUT /api/threads/{id}'({ actor }, { params, body }) {
      if (Object.keys(body).length === 0)
        throw new AppError('validation_failed', { message: 'Nothing to change was given.' });
      const view = visibilityOf(actor);
      const row = await withTenant(actor.clientId, async (tx) => {
        const { id } = await findSeenThread(tx, params.id, view);
        const { state, assignee_id: assigneeId, assignee_group_id: groupId } = body;
        const version = await updateThread(tx, id, { state, assigneeId, groupId });
        if (version === null) throw new AppError('not_found', { message: 'This person or group was not found.' });
        await addChanges(tx, [{ collection: 'threads', id, marker: 'MODIFIED', version }]);
        return findSeenThread(tx, id, null);
      });
      platform.signal.hint('changes_new', actor.clientId);
      return { status: 200, body: view.thread(presentThread(row)) };
    },
    async 'GET /api/threads/{id}/messages'({ actor }, { params, query }) {
      const before = readCursor(query.cursor, ([sortAt, arrival]) =>
        typeof sortAt === 'string' &&
        !Number.isNaN(Date.parse(sortAt)) &&
        typeof arrival === 'number' &&
        Number.isSafeInteger(arrival)
          ? { sortAt: new Date(sortAt), arrival }
          : null,
      );
      const view = visibilityOf(actor);
      const rows = await reading(actor.clientId, async (tx) => {
        const page = (id: string) =>
          listMessages(tx, id, before ?? { sortAt: endOfTime, arrival: Number.MAX_SAFE_INTEGER }, query.limit + 1);
        const [thread, found] = await Promise.all([
          findSeenThread(tx, params.id, view),
          isUuid(params.id) ? page(params.id) : [],
        ]);
        return thread.id === params.id ? found : page(thread.id);
      });
      const shown = rows.slice(0, query.limit);
      const last = shown.at(-1);
      const more = rows.length > shown.length && last !== undefined;
      return {
        status: 200,
        body: {
          data: shown.map((row) => view.message(presentMessage(row, media))),
          next_cursor: more ? writeCursor([last.sort_at.toISOString(), last.arrival]) : null,
        },
      };
    },
    async 'POST /api/threads/{id}/read'({ actor }, { params }) {
      const view = visibilityOf(actor);
      const { row, marked } = await withTenant(actor.clientId, async (tx) => {
        const before = await findSeenThread(tx, params.id, view);
        const read = await markThreadRead(tx, before.id);
        if (read === null) return { row: before, marked: null };
        await addChanges(tx, [{ collection: 'threads', id: before.id, marker: 'MODIFIED', version: read.version }]);
        if (read.provider_message_id !== null) {
          await addReadMark(tx, {
            clientId: actor.clientId,
            channelId: read.channel_id,
            threadId: before.id,
            providerMessageId: read.provider_message_id,
          });
        }
        return { row: await findSeenThread(tx, before.id, null), marked: read };
      });
      if (marked !== null) {
        platform.signal.hint('changes_new', actor.clientId);
        platform.signal.hint('triggers', `${actor.clientId}/${marked.channel_id}`);
      }
      return { status: 200, body: view.thread(presentThread(row)) };
    },
  };
}

/** A program is nobody whom a conversation is assigned to. */
function selfOf(actor: AccountActor): string {
  if (actor.kind === 'user') return actor.uid;
  throw invalid('assignee', 'A program has no conversations of its own.');
}

/** @returns null when nothing in sight can match */
function narrowFilter(view: Visibility, filter: ThreadFilter): ThreadFilter | null {
  const { assigneeId, channelIds } = view;
  if (filter.channelId !== undefined && !view.seesChannel(filter.channelId)) return null;
  // With a group is not with nobody.
  if (filter.assignee === 'none' && filter.groupId !== undefined) return null;
  const narrowed = { ...filter, channelIds: channelIds ?? undefined };
  if (assigneeId === null) return narrowed;
  const { assignee, groupId } = filter;
  const inOwnGroup = groupId !== undefined && view.groupIds.includes(groupId);
  // What is somebody's own, or stands with a group of theirs, may be asked for like by anybody else.
  if (assignee === assigneeId || inOwnGroup) return narrowed;
  if (assignee === undefined && groupId === undefined) {
    return { ...narrowed, sight: { uid: assigneeId, groupIds: view.groupIds } };
  }
  // Of another group only what is their own; of other people nothing, but what stands with a group of theirs.
  return assignee === undefined ? { ...narrowed, assignee: assigneeId } : null;
}

export function hydrateMessages(media: PresentMedia): Hydrate {
  return async (tx, ids) => {
    const rows = await findMessages(tx, ids);
    return new Map(rows.map((row) => [row.id, { version: row.version, data: presentMessage(row, media) }]));
  };
}

export const hydrateThreads: Hydrate = async (tx, ids) => {
  const rows = await findThreads(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentThread(row) }]));
};
