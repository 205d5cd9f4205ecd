import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Visibility, visibilityOf } from '../team/public.ts';
import { listUnreadAutomations } from './automations-query.ts';
import { listUnreadCampaigns } from './campaigns-query-repo.ts';
import { checkMethods } from './check.ts';
import { defaultSettings } from './default-settings.ts';
import { deleteDevice, listDevices, upsertDevice } from './device-repo.ts';
import { presentDevice, presentNotifications } from './present.ts';
import { keysPlace } from './providers.ts';
import { findSettings, listNotifications, markNotificationsRead, type NotificationRow, saveSettings } from './repo.ts';
import { listUnread } from './threads-query-repo.ts';

const newest = { at: new Date('9999-12-31T00:00:00Z'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
/** More browsers than anybody uses: the oldest are forgotten. */
const mostDevices = 20;

/** Notifications, their settings and the browsers they are pushed to, each of the member who asks. */
export function notificationHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/notifications': async ({ actor }, { query }) => {
      const body = await withTenant(
        actor.clientId,
        async (tx) => {
          const rows = await listNotifications(tx, actor.uid, positionIn(query.cursor), query.only, query.limit + 1);
          const page = rows.slice(0, query.limit);
          const view = visibilityOf(actor);
          const unread = await countUnread(tx, actor.uid, view);
          const data = await presentNotifications(tx, page, view);
          return { data, next_cursor: nextOf(rows, page), unread };
        },
        { readOnly: true },
      );
      return { status: 200, body };
    },
    'POST /api/notifications/read': async ({ actor }, { body }) => {
      const { clientId, uid } = actor;
      const unread = await withTenant(clientId, async (tx) => {
        const changed = await markNotificationsRead(tx, uid, body);
        return { changed, left: await countUnread(tx, uid, visibilityOf(actor)) };
      });
      if (unread.changed > 0) platform.notifier.notify('notifications', `${clientId} ${uid}`);
      return { status: 200, body: { unread: unread.left } };
    },
    'GET /api/notification-settings': async ({ actor }) => ({
      status: 200,
      body: await withTenant(
        actor.clientId,
        async (tx) => (await findSettings(tx, [actor.uid])).get(actor.uid) ?? defaultSettings,
        { readOnly: true },
      ),
    }),
    'PUT /api/notification-settings': async ({ actor }, { body }) => {
      await withTenant(actor.clientId, (tx) => saveSettings(tx, actor.uid, body));
      return { status: 200, body };
    },
    'GET /api/push-devices': async ({ actor }) => ({
      status: 200,
      body: {
        data: (await withTenant(actor.clientId, (tx) => listDevices(tx, [actor.uid]), { readOnly: true })).map(
          presentDevice,
        ),
        next_cursor: null,
      },
    }),
    'POST /api/push-devices': async ({ actor }, { body }) => {
      const { clientId, uid, sid } = actor;
      const { endpoint, keys, name, kind } = body;
      const device = await withTenant(clientId, async (tx) => {
        const row = await upsertDevice(tx, {
          id: newId(),
          user_id: uid,
          session_id: sid,
          name,
          kind,
          endpoint,
          keys_enc: platform.secrets.seal(JSON.stringify(keys), keysPlace(clientId, endpoint)),
        });
        const all = await listDevices(tx, [uid]);
        for (const old of all.slice(0, Math.max(0, all.length - mostDevices))) await deleteDevice(tx, old.id, uid);
        return row;
      });
      return { status: 200, body: presentDevice(device) };
    },
    'DELETE /api/push-devices/{id}': async ({ actor }, { params }) => {
      const found =
        isUuid(params.id) && (await withTenant(actor.clientId, (tx) => deleteDevice(tx, params.id, actor.uid)));
      if (!found) throw new AppError('not_found', { message: 'This device was not found.' });
      return { status: 204, body: undefined };
    },
    'POST /api/notifications/check': async ({ actor }) => ({
      status: 200,
      body: { data: await checkMethods(platform, actor), next_cursor: null },
    }),
  };
}

/** Those shown in the application, of automations, and of conversations and broadcasts that the member still sees. */
async function countUnread(tx: TenantTx, uid: string, view: Visibility): Promise<number> {
  const threads = (await listUnread(tx, uid)).filter((row) => row.in_app && view.canSeeThread(row));
  const campaigns = (await listUnreadCampaigns(tx, uid)).filter((row) => row.in_app && view.canSeeCampaign(row));
  const automations = (await listUnreadAutomations(tx, uid)).filter((row) => row.in_app);
  return threads.length + campaigns.length + automations.length;
}

function positionIn(cursor: string | undefined): { at: Date; id: string } {
  const position = decodeCursor(cursor, ([at, id]) =>
    typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof id === 'string' && isUuid(id)
      ? { at: new Date(at), id }
      : null,
  );
  return position ?? newest;
}

function nextOf(rows: readonly NotificationRow[], shown: readonly NotificationRow[]): string | null {
  const last = shown.at(-1);
  return rows.length > shown.length && last !== undefined ? encodeCursor([last.at.toISOString(), last.id]) : null;
}
