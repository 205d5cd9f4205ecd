import type { TenantTx } from '../../platform/db/sql.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PresentMedia } from '../media/public.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { discardMessage } from './send/discard.ts';
import { findVisibleScheduled } from './send/schedule.ts';
import { retryMessage, type Sending, sendMessage } from './send/send.ts';
import { listMessageEvents, setStar } from './threads/message-repo.ts';
import { presentMessage } from './threads/present.ts';
import { retryMediaCopy } from './threads/retry-media-copy.ts';
import { listTriggers } from './threads/trigger-repo.ts';
import { getVisibleMessage } from './threads/visible.ts';

/** Sends messages and returns their state. */
export function messagingHandlers(platform: Platform, sending: Sending, media: PresentMedia): Handlers {
  const reading = <T>(clientId: string, fn: (tx: TenantTx) => Promise<T>) =>
    platform.db.withTenant(clientId, fn, { readOnly: true });
  return {
    async 'POST /api/messages'({ actor, idempotencyKey }, { body }) {
      const { row, created } = await sendMessage(platform, sending, actor, body, idempotencyKey);
      return { status: created ? 201 : 200, body: visibilityOf(actor).message(presentMessage(row, media)) };
    },
    async 'GET /api/messages/{id}'({ actor }, { params }) {
      const view = visibilityOf(actor);
      const row = await reading(
        actor.clientId,
        async (tx) => (await findVisibleScheduled(tx, params.id, view)) ?? getVisibleMessage(tx, params.id, view),
      );
      return { status: 200, body: view.message(presentMessage(row, media)) };
    },
    async 'GET /api/messages/{id}/triggers'({ actor }, { params }) {
      const view = visibilityOf(actor);
      const found = await reading(actor.clientId, async (tx) => {
        await getVisibleMessage(tx, params.id, view);
        return listTriggers(tx, params.id);
      });
      const data = found.map((row) => view.trigger({ ...row, created_at: row.created_at.toISOString() } as never));
      return { status: 200, body: { data, next_cursor: null } };
    },
    async 'GET /api/messages/{id}/events'({ actor }, { params }) {
      const rows = await reading(actor.clientId, async (tx) => {
        await getVisibleMessage(tx, params.id, visibilityOf(actor));
        return listMessageEvents(tx, params.id);
      });
      const data = rows.map(
        ({
          status,
          provider_at: at,
          received_at: received,
          price_category: category,
          billable,
          participant_id: of,
        }) => ({
          status,
          at: at.toISOString(),
          received_at: received.toISOString(),
          price: category === null ? null : { category, billable: billable === true },
          ...(of === null ? {} : { participant_id: of }),
        }),
      );
      return { status: 200, body: { data, next_cursor: null } };
    },
    async 'POST /api/messages/{id}/retry'({ actor }, { params }) {
      const row = await retryMessage(platform, actor, params.id);
      return { status: 200, body: visibilityOf(actor).message(presentMessage(row, media)) };
    },
    async 'POST /api/messages/{id}/discard'({ actor }, { params }) {
      const row = await discardMessage(platform, actor, params.id);
      return { status: 200, body: visibilityOf(actor).message(presentMessage(row, media)) };
    },
    async 'PUT /api/messages/{id}/star'({ actor }, { params, body }) {
      const view = visibilityOf(actor);
      const { row, changed } = await platform.db.withTenant(actor.clientId, async (tx) => {
        const before = await getVisibleMessage(tx, params.id, view);
        const star = body.starred ? { at: new Date().toISOString(), by: actor.author } : null;
        const after = await setStar(tx, before.id, star);
        if (after === null) return { row: before, changed: false };
        await addChanges(tx, [{ collection: 'messages', id: after.id, marker: 'MODIFIED', version: after.version }]);
        return { row: after, changed: true };
      });
      if (changed) platform.notifier.notify('changes_new', actor.clientId);
      return { status: 200, body: view.message(presentMessage(row, media)) };
    },
    async 'POST /api/messages/{id}/copy-media'({ actor }, { params }) {
      const row = await retryMediaCopy(platform, actor, params.id);
      return { status: 200, body: visibilityOf(actor).message(presentMessage(row, media)) };
    },
  };
}
