import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { Hydrators } from '../../platform/feature.ts';
import { decodeTimeCursor, timePage } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { bodiesFor } from './bodies.ts';
import { findDelivery, listDeliveries, replayDeliveries, replayDelivery } from './delivery-log-repo.ts';
import { insertTestDelivery } from './delivery-repo.ts';
import { getEndpoint, requireAllChannels } from './endpoints.ts';
import { presentDelivery } from './present.ts';

/** The delivery log, replays and test deliveries. */
export function deliveryHandlers(platform: Platform, hydrators: Hydrators): Handlers {
  const { withTenant } = platform.db;
  const wake = (clientId: string) => platform.notifier.notify('webhooks', clientId);
  return {
    'GET /api/webhooks/{id}/deliveries': async ({ actor }, { params, query }) => {
      requireAllChannels(actor);
      const before = decodeTimeCursor(query.cursor);
      const filter = { state: query.state ?? null, type: query.type ?? null, search: query.search || null };
      const rows = await withTenant(
        actor.clientId,
        async (tx) => {
          const { id } = await getEndpoint(tx, params.id);
          return listDeliveries(tx, id, filter, before, query.limit + 1);
        },
        { readOnly: true },
      );
      const { shown, next } = timePage(rows, query.limit, ({ created_at: at, id }) => ({ at, id }));
      return { status: 200, body: { data: shown.map(presentDelivery), next_cursor: next } };
    },
    'GET /api/webhooks/{id}/deliveries/{delivery_id}': async ({ actor }, { params }) => {
      requireAllChannels(actor);
      return withTenant(
        actor.clientId,
        async (tx) => {
          const row = await getDelivery(tx, params);
          const endpoint = await getEndpoint(tx, params.id);
          const [body] = await bodiesFor(tx, hydrators, endpoint, [row], platform.publicUrl());
          return { status: 200, body: { ...presentDelivery(row), log: row.log, body } };
        },
        { readOnly: true },
      );
    },
    'POST /api/webhooks/{id}/deliveries/{delivery_id}/replay': async ({ actor }, { params }) => {
      requireAllChannels(actor);
      const row = await withTenant(actor.clientId, async (tx) => {
        const { endpointId, id } = await getDelivery(tx, params);
        await replayDelivery(tx, endpointId, id);
        return getDelivery(tx, params);
      });
      wake(actor.clientId);
      return { status: 202, body: presentDelivery(row) };
    },
    'POST /api/webhooks/{id}/replay': async ({ actor }, { params, body }) => {
      requireAllChannels(actor);
      const [from, to] = [new Date(body.from), new Date(body.to)];
      if (from > to) throw invalid('to', 'The end is before the start.');
      const count = await withTenant(actor.clientId, async (tx) => {
        const { id } = await getEndpoint(tx, params.id);
        return replayDeliveries(tx, id, { from, to, states: body.states });
      });
      wake(actor.clientId);
      return { status: 202, body: { count } };
    },
    'POST /api/webhooks/{id}/test': async ({ actor }, { params, body }) => {
      requireAllChannels(actor);
      const row = await withTenant(actor.clientId, async (tx) => {
        const { id: endpointId } = await getEndpoint(tx, params.id);
        const id = newId();
        await insertTestDelivery(tx, endpointId, { id, event_id: newId(), type: body.type });
        return getDelivery(tx, { id: endpointId, delivery_id: id });
      });
      wake(actor.clientId);
      return { status: 202, body: presentDelivery(row) };
    },
  };
}

/** @throws AppError not_found */
async function getDelivery(tx: TenantTx, { id, delivery_id: deliveryId }: { id: string; delivery_id: string }) {
  const endpoint = await getEndpoint(tx, id);
  const row = isUuid(deliveryId) ? await findDelivery(tx, endpoint.id, deliveryId) : null;
  if (row === null) throw new AppError('not_found', { message: 'This delivery was not found.' });
  return { ...row, endpointId: endpoint.id };
}
