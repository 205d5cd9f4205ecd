import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { decodeTimeCursor, timePage } from '../../../platform/http/cursor.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type CallRow, countCalls, findCall, listCalls } from './call-repo.ts';
import { changeIncoming, createIncoming, getIncoming, removeIncoming, rotateIncomingSecret } from './incoming.ts';
import { type IncomingRow, listIncoming } from './incoming-repo.ts';
import { presentCall, presentIncoming } from './present-incoming.ts';
import { previewCall, takeCall } from './take-call.ts';

/** Incoming webhooks of an account, and the log of their calls. */
export function incomingHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const presentAll = async (tx: TenantTx, rows: readonly IncomingRow[]) => {
    const counts = await countCalls(
      tx,
      rows.map(({ id }) => id),
    );
    const byId = new Map(counts.map((one) => [one.webhook_id, one]));
    return rows.map((row) => presentIncoming(row, byId.get(row.id), platform.publicUrl()));
  };
  const present = async (tx: TenantTx, row: IncomingRow) => {
    const [shown] = await presentAll(tx, [row]);
    if (shown === undefined) throw new Error('a row was not presented');
    return shown;
  };
  const presentIn = (clientId: string, row: IncomingRow) =>
    withTenant(clientId, (tx) => present(tx, row), { readOnly: true });
  return {
    'GET /api/incoming-webhooks': async ({ actor }, { query }) => {
      const before = decodeTimeCursor(query.cursor);
      return withTenant(
        actor.clientId,
        async (tx) => {
          const rows = await listIncoming(tx, before, query.limit + 1);
          const { shown, next } = timePage(rows, query.limit, ({ created_at: at, id }) => ({ at, id }));
          return { status: 200, body: { data: await presentAll(tx, shown), next_cursor: next } };
        },
        { readOnly: true },
      );
    },
    'POST /api/incoming-webhooks': async (call, { body }) => {
      const { row, secret, created } = await createIncoming(platform, call, body);
      return { status: created ? 201 : 200, body: { ...(await presentIn(call.actor.clientId, row)), secret } };
    },
    'GET /api/incoming-webhooks/{id}': async ({ actor }, { params }) =>
      withTenant(
        actor.clientId,
        async (tx) => ({ status: 200, body: await present(tx, await getIncoming(tx, params.id)) }),
        { readOnly: true },
      ),
    'PUT /api/incoming-webhooks/{id}': async (call, { params, body }) =>
      withTenant(call.actor.clientId, async (tx) => ({
        status: 200,
        body: await present(tx, await changeIncoming(tx, call, params.id, body)),
      })),
    'DELETE /api/incoming-webhooks/{id}': async (call, { params }) => {
      await withTenant(call.actor.clientId, (tx) => removeIncoming(tx, call, params.id));
      return { status: 204, body: undefined };
    },
    'POST /api/incoming-webhooks/{id}/rotate-secret': async (call, { params }) => {
      const { row, secret } = await rotateIncomingSecret(platform, call, params.id);
      return { status: 200, body: { ...(await presentIn(call.actor.clientId, row)), secret } };
    },
    'POST /api/incoming-webhooks/{id}/test': async ({ actor }, { params, body }) => {
      const webhook = await withTenant(actor.clientId, (tx) => getIncoming(tx, params.id), { readOnly: true });
      return { status: 200, body: await previewCall(platform, actor.clientId, webhook, body.body) };
    },
    'GET /api/incoming-webhooks/{id}/calls': async ({ actor }, { params, query }) => {
      const before = decodeTimeCursor(query.cursor);
      const rows = await withTenant(
        actor.clientId,
        async (tx) => {
          const { id } = await getIncoming(tx, params.id);
          return listCalls(tx, id, query.state ?? null, before, query.limit + 1);
        },
        { readOnly: true },
      );
      const { shown, next } = timePage(rows, query.limit, ({ created_at: at, id }) => ({ at, id }));
      return { status: 200, body: { data: shown.map(presentCall), next_cursor: next } };
    },
    'GET /api/incoming-webhooks/{id}/calls/{call_id}': async ({ actor }, { params }) => {
      const row = await withTenant(actor.clientId, (tx) => getCall(tx, params), { readOnly: true });
      return { status: 200, body: { ...presentCall(row), body: row.body } };
    },
    'POST /api/incoming-webhooks/{id}/calls/{call_id}/replay': async ({ actor }, { params }) => {
      const { clientId } = actor;
      const row = await withTenant(clientId, (tx) => getCall(tx, params), { readOnly: true });
      if (row.state === 'failed') {
        if (row.body === null) throw new AppError('not_retriable', { message: 'The body of this call is not stored.' });
        const webhook = { client_id: clientId, id: params.id };
        // What is wrong with it is in the log, which is the answer.
        await takeCall(platform, webhook, { callId: row.call_id, body: row.body }).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
      }
      const now = await withTenant(clientId, (tx) => getCall(tx, params), { readOnly: true });
      return { status: 200, body: presentCall(now) };
    },
  };
}

/** @throws AppError not_found */
async function getCall(tx: TenantTx, { id, call_id: callId }: { id: string; call_id: string }): Promise<CallRow> {
  const webhook = await getIncoming(tx, id);
  const row = isUuid(callId) ? await findCall(tx, webhook.id, callId) : null;
  if (row === null) throw new AppError('not_found', { message: 'This call was not found.' });
  return row;
}
