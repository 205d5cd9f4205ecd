import type { TenantTx } from '../../platform/db/sql.ts';
import { decodeTimeCursor, timePage } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { countEmailsOfDay } from '../../platform/mail/outbox-repo.ts';
import type { Platform } from '../../platform/platform.ts';
import { countFilesOfDay } from '../media/public.ts';
import { summarizePush } from '../notifications/public.ts';
import { countSignInsOfDay, summarizeKeys } from '../settings/public.ts';
import { countDeliveries } from './delivery-log-repo.ts';
import { type EndpointRow, listEndpoints } from './endpoint-repo.ts';
import {
  changeEndpoint,
  createEndpoint,
  getEndpoint,
  removeEndpoint,
  requireAllChannels,
  rotateSecret,
} from './endpoints.ts';
import { presentEndpoint } from './present.ts';

/** Webhooks of an account. */
export function webhookHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const present = async (tx: TenantTx, row: EndpointRow) =>
    presentEndpoint(row, (await countDeliveries(tx, [row.id]))[0]);
  const presentIn = (clientId: string, row: EndpointRow) =>
    withTenant(clientId, (tx) => present(tx, row), { readOnly: true });
  return {
    'GET /api/integrations': async ({ actor }) => {
      const {
        OIDC_PROVIDERS: providers,
        SMTP_URL: smtp,
        S3_BUCKET: bucket,
        ONESIGNAL_API_KEY: oneSignal,
      } = platform.config;
      const [api, push, signIns, files] = await withTenant(
        actor.clientId,
        async (tx) =>
          [
            await summarizeKeys(tx),
            await summarizePush(tx),
            await countSignInsOfDay(tx),
            await countFilesOfDay(tx),
          ] as const,
        { readOnly: true },
      );
      return {
        status: 200,
        body: {
          api,
          push: { provider: oneSignal === undefined ? 'web_push' : 'onesignal', ...push },
          identity_providers: (providers ?? []).map(({ name }) => name),
          smtp: smtp !== undefined,
          object_storage: bucket !== undefined,
          emails_24h: await countEmailsOfDay(platform.db.system.statements('mail'), actor.clientId),
          sign_ins_24h: signIns,
          files_24h: files,
        },
      };
    },
    'GET /api/webhooks': async ({ actor }, { query }) => {
      requireAllChannels(actor);
      const before = decodeTimeCursor(query.cursor);
      return withTenant(
        actor.clientId,
        async (tx) => {
          const rows = await listEndpoints(tx, before, query.limit + 1);
          const { shown, next } = timePage(rows, query.limit, ({ created_at: at, id }) => ({ at, id }));
          const counts = await countDeliveries(
            tx,
            shown.map(({ id }) => id),
          );
          const byId = new Map(counts.map((one) => [one.endpoint_id, one]));
          return {
            status: 200,
            body: { data: shown.map((row) => presentEndpoint(row, byId.get(row.id))), next_cursor: next },
          };
        },
        { readOnly: true },
      );
    },
    'POST /api/webhooks': async (call, { body }) => {
      requireAllChannels(call.actor);
      const { row, secret, created } = await createEndpoint(platform, call, body);
      return { status: created ? 201 : 200, body: { ...(await presentIn(call.actor.clientId, row)), secret } };
    },
    'GET /api/webhooks/{id}': async ({ actor }, { params }) => {
      requireAllChannels(actor);
      return withTenant(
        actor.clientId,
        async (tx) => ({ status: 200, body: await present(tx, await getEndpoint(tx, params.id)) }),
        { readOnly: true },
      );
    },
    'PUT /api/webhooks/{id}': async (call, { params, body }) => {
      requireAllChannels(call.actor);
      const row = await changeEndpoint(platform, call, params.id, body);
      platform.notifier.notify('webhooks', call.actor.clientId);
      return { status: 200, body: await presentIn(call.actor.clientId, row) };
    },
    'DELETE /api/webhooks/{id}': async (call, { params }) => {
      requireAllChannels(call.actor);
      await withTenant(call.actor.clientId, (tx) => removeEndpoint(tx, call, params.id));
      return { status: 204, body: undefined };
    },
    'POST /api/webhooks/{id}/rotate-secret': async (call, { params, body }) => {
      requireAllChannels(call.actor);
      const { row, secret } = await rotateSecret(platform, call, params.id, body.keep_old_hours);
      return { status: 200, body: { ...(await presentIn(call.actor.clientId, row)), secret } };
    },
  };
}
