import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { wholePart } from '../../platform/http/file-part.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { notifyJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { readTimePosition, timePage } from '../contacts/public.ts';
import { findSendChannel } from '../messaging/public.ts';
import { findImport, type HistoryImportRow, insertImport, listImports, listSkips } from './import-repo.ts';
import {
  cancelRun,
  changeChat,
  getImport,
  pauseRun,
  presentImport,
  receivePart,
  resumeRun,
  startReading,
  startRun,
  startUndo,
} from './imports.ts';
import { sealKey } from './sources/key-repo.ts';
import { areAllDone } from './states-query.ts';

/** Conversations from other tools. */
export function historyHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const act = async (clientId: string, fn: (tx: TenantTx) => Promise<HistoryImportRow>) => {
    const row = await withTenant(clientId, fn);
    notifyJobs(platform);
    return { status: 200 as const, body: presentImport(row) };
  };
  return {
    'GET /api/history-imports': async ({ actor }, { query }) => {
      const before = readTimePosition(query.cursor);
      const rows = await withTenant(actor.clientId, (tx) => listImports(tx, before, query.limit + 1), {
        readOnly: true,
      });
      const { shown, next_cursor } = timePage(rows, query.limit);
      return { status: 200, body: { data: shown.map(presentImport), next_cursor } };
    },
    'POST /api/history-imports': async (call, { body }) => {
      const { actor } = call;
      const id = callId(call, 'POST /api/history-imports', body.id);
      const { source } = body;
      const from = source === undefined ? {} : { tool: source.tool, url: source.url };
      const requestHash = hashRequest({ name: body.name, channel: body.channel_id, ...from });
      const repeated = await withTenant(actor.clientId, (tx) => findImport(tx, id), { readOnly: true });
      const { findAccount } = await import('./sources/find-account.ts');
      // The tool is called before anything is stored, and not again when the call is repeated.
      const found = source === undefined || repeated !== null ? null : await findAccount(platform, source);
      const tool =
        found === null || source === undefined
          ? null
          : { source: found, key: sealKey(platform, actor.clientId, id, source.key) };
      let created = false;
      const row = await withTenant(actor.clientId, async (tx) => {
        if ((await findSendChannel(tx, body.channel_id)) === null)
          throw invalid('channel_id', 'This number was not found. Choose another.');
        const { name, channel_id: channelId } = body;
        created = await insertImport(tx, { id, name, channelId, createdBy: actor.author, requestHash }, tool);
        const stored = await getImport(tx, id);
        if (!created && !stored.request_hash.equals(requestHash))
          throw new AppError('id_conflict', { message: 'Another import has this id.' });
        return stored;
      });
      return { status: created ? 201 : 200, body: presentImport(row) };
    },
    'GET /api/history-imports/{id}': async ({ actor }, { params }) => {
      const read = async (tx: TenantTx) => {
        const row = presentImport(await getImport(tx, params.id));
        const ended = row.state === 'done' || row.state === 'tried';
        return ended ? { ...row, all_done: await areAllDone(tx, params.id) } : row;
      };
      return { status: 200, body: await withTenant(actor.clientId, read, { readOnly: true }) };
    },
    'PUT /api/history-imports/{id}/content': async ({ actor, request }, { params, query }) => {
      await withTenant(actor.clientId, (tx) => getImport(tx, params.id), { readOnly: true });
      const bytes = await wholePart(request);
      return act(actor.clientId, (tx) => receivePart(tx, params.id, query.offset, bytes));
    },
    'POST /api/history-imports/{id}/read': ({ actor }, { params }) =>
      act(actor.clientId, (tx) => startReading(tx, params.id)),
    'PUT /api/history-imports/{id}/chat': ({ actor }, { params, body }) =>
      act(actor.clientId, (tx) => changeChat(tx, params.id, body)),
    'POST /api/history-imports/{id}/start': ({ actor }, { params, body }) =>
      act(actor.clientId, (tx) => startRun(tx, params.id, body)),
    'POST /api/history-imports/{id}/pause': ({ actor }, { params }) =>
      act(actor.clientId, (tx) => pauseRun(tx, params.id)),
    'POST /api/history-imports/{id}/resume': ({ actor }, { params }) =>
      act(actor.clientId, (tx) => resumeRun(tx, params.id)),
    'POST /api/history-imports/{id}/cancel': ({ actor }, { params }) =>
      act(actor.clientId, (tx) => cancelRun(tx, params.id)),
    'POST /api/history-imports/{id}/undo': ({ actor }, { params }) =>
      act(actor.clientId, (tx) => startUndo(tx, params.id)),
    'GET /api/history-imports/{id}/skipped': async ({ actor }, { params }) => {
      const data = await withTenant(actor.clientId, async (tx) => listSkips(tx, (await getImport(tx, params.id)).id), {
        readOnly: true,
      });
      return { status: 200, body: { data } };
    },
  };
}
