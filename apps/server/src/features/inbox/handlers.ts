import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { decodeCursor, decodeTimeCursor, encodeCursor, timePage } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PresentMedia } from '../media/public.ts';
import {
  addReadMark,
  changeThread,
  getVisibleThread,
  listThreadAds,
  markThreadRead,
  markThreadUnread,
  muteThread,
  type NewThreadEvent,
  presentMessage,
  presentThread,
  presentThreadEvent,
} from '../messaging/public.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { listActivity } from './activity.ts';
import { listMessages } from './conversation-query.ts';
import { labelMissing } from './label-handlers.ts';
import { changeThreadLabels, findLabels } from './label-repo.ts';
import { searchesHidden } from './message-search-query.ts';
import { stateOfStage } from './stages.ts';

// Later than any row, and within the range of PostgreSQL's timestamps.
const endOfTime = new Date('9999-12-31T00:00:00Z');
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function inboxHandlers(platform: Platform, media: PresentMedia): Handlers {
  const { withTenant } = platform.db;
  const reading = <T>(clientId: string, fn: (tx: TenantTx) => Promise<T>) =>
    withTenant(clientId, fn, { readOnly: true });
  return {
    async 'GET /api/threads/{id}'({ actor }, { params }) {
      const view = visibilityOf(actor);
      const row = await reading(actor.clientId, (tx) => getVisibleThread(tx, params.id, view));
      return { status: 200, body: view.thread(presentThread(row)) };
    },
    async 'GET /api/threads/{id}/origins'({ actor }, { params }) {
      const view = visibilityOf(actor);
      const dated = <Row extends { at: Date }>(rows: Row[]) =>
        rows.map((row) => ({ ...row, at: row.at.toISOString() }));
      return reading(actor.clientId, async (tx) => {
        const { id } = await getVisibleThread(tx, params.id, view);
        const body = { data: dated(await listThreadOrigins(tx, id)), ads: dated(await listThreadAds(tx, id)) };
        return { status: 200 as const, body };
      });
    },
    async 'PUT /api/threads/{id}'({ actor }, { params, body }) {
      if (Object.keys(body).length === 0)
        throw new AppError('validation_failed', { message: 'Provide at least one field to change.' });
      const view = visibilityOf(actor);
      const row = await withTenant(actor.clientId, async (tx) => {
        const { id, version } = await getVisibleThread(tx, params.id, view);
        const { state, assignee_id: assigneeId, assignee_group_id: groupId, snoozed_until: snooze } = body;
        const { stage_id: stageId, value } = body;
        const stateThere = await stateOfStage(tx, stageId);
        const snoozedUntil =
          snooze === 'reply' ? ('reply' as const) : snooze == null ? snooze : futureTime('snoozed_until', snooze);
        if (body.unread === true) {
          if (actor.kind !== 'user') throw invalid('unread', 'An API key has nothing unread of its own.');
          await markThreadUnread(tx, id, actor.uid);
        }
        if (body.muted_until !== undefined) {
          if (actor.kind !== 'user') throw invalid('muted_until', 'An API key gets no notifications.');
          await muteThread(tx, id, actor.uid, muteEnd(body.muted_until));
        }
        const labels = await writeLabels(tx, id, body);
        const change = { state: state ?? stateThere, assigneeId, groupId, snoozedUntil, stageId, value };
        const changes = await changeThread(tx, id, change, actor.author, labels);
        if (changes === null) throw new AppError('not_found', { message: 'This member or group was not found.' });
        const after = await getVisibleThread(tx, id, null);
        // What is the member's own changes no more than the row.
        const own = changes.length === 0 && after.version !== version;
        await addChanges(
          tx,
          own ? [{ collection: 'threads', id, marker: 'MODIFIED', version: after.version }] : changes,
        );
        return after;
      });
      platform.notifier.notify('changes_new', actor.clientId);
      return { status: 200, body: view.thread(presentThread(row)) };
    },
    async 'GET /api/threads/{id}/events'({ actor }, { params, query }) {
      const before = decodeTimeCursor(query.cursor);
      const rows = await reading(actor.clientId, async (tx) => {
        const thread = await getVisibleThread(tx, params.id, visibilityOf(actor));
        return listActivity(tx, thread.id, before, query.limit + 1);
      });
      const { shown, next } = timePage(rows, query.limit, (row) => row);
      return { status: 200, body: { data: shown.map(presentThreadEvent), next_cursor: next } };
    },
    async 'GET /api/threads/{id}/messages'({ actor }, { params, query }) {
      const before = decodeCursor(query.cursor, ([at, id]) =>
        typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof id === 'string' && isUuid(id)
          ? { sortAt: new Date(at), id }
          : null,
      );
      const view = visibilityOf(actor);
      const rows = await reading(actor.clientId, async (tx) => {
        const hidden = searchesHidden(view, query.search ?? '');
        const page = (id: string) => listMessages(tx, id, before ?? { sortAt: endOfTime, id: lastId }, query);
        const [thread, found] = await Promise.all([
          getVisibleThread(tx, params.id, view),
          isUuid(params.id) && !hidden ? page(params.id) : [],
        ]);
        return thread.id === params.id || hidden ? found : page(thread.id);
      });
      const shown = rows.slice(0, query.limit);
      const last = shown.at(-1);
      const more = rows.length > shown.length && last !== undefined;
      return {
        status: 200,
        body: {
          data: shown.map((row) => view.message(presentMessage(row, media))),
          next_cursor: more ? encodeCursor([last.sort_at.toISOString(), last.id]) : null,
        },
      };
    },
    async 'POST /api/threads/{id}/read'({ actor }, { params }) {
      const view = visibilityOf(actor);
      const { row, marked } = await withTenant(actor.clientId, async (tx) => {
        const before = await getVisibleThread(tx, params.id, view);
        const read = await markThreadRead(tx, before.id, actor.kind === 'user' ? actor.uid : null);
        if (read === null) return { row: before, marked: null };
        await addChanges(tx, [{ collection: 'threads', id: before.id, marker: 'MODIFIED', version: read.version }]);
        // WhatsApp takes no receipts of businesses in groups.
        if (read.unread_of_team && read.provider_message_id !== null && before.group_id === null) {
          await addReadMark(tx, {
            clientId: actor.clientId,
            channelId: read.channel_id,
            threadId: before.id,
            providerMessageId: read.provider_message_id,
          });
        }
        return { row: await getVisibleThread(tx, before.id, null), marked: read };
      });
      if (marked !== null) {
        platform.notifier.notify('changes_new', actor.clientId);
        platform.notifier.notify('triggers', `${actor.clientId}/${marked.channel_id}`);
      }
      return { status: 200, body: view.thread(presentThread(row)) };
    },
  };
}

/** @returns what of it is new, as a line of the activity @throws AppError not_found for a label that does not exist */
async function writeLabels(
  tx: TenantTx,
  threadId: string,
  body: { add_label_ids?: string[] | undefined; remove_label_ids?: string[] | undefined },
): Promise<NewThreadEvent[]> {
  const { add_label_ids: add = [], remove_label_ids: remove = [] } = body;
  if (add.length + remove.length === 0) return [];
  if ((await findLabels(tx, add)).length !== new Set(add).size) throw labelMissing();
  const { added, removed } = await changeThreadLabels(tx, threadId, { add, remove });
  return added.length + removed.length === 0 ? [] : [{ kind: 'labels_changed', detail: { added, removed } }];
}

const muteEnd = (until: string | null) =>
  until === 'always' ? ('always' as const) : until === null ? null : futureTime('muted_until', until);

const longestMs = 366 * 24 * 3_600_000;

/** @throws AppError validation_failed for a time that is over or more than a year away */
function futureTime(field: string, text: string): Date {
  const at = new Date(text);
  const ahead = at.getTime() - Date.now();
  if (ahead <= 0) throw invalid(field, 'This time is in the past.');
  if (ahead > longestMs) throw invalid(field, 'Choose a time within one year.');
  return at;
}

import { listThreadOrigins } from '../channels/public.ts';
