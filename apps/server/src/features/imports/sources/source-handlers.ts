import type { ImportSource } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { decodeTimeCursor, timePage } from '../../../platform/http/cursor.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { headerForPreview, requireAddress } from './address.ts';
import { presentRun, presentSource } from './present-source.ts';
import { previewFile } from './preview-file.ts';
import { countRuns, listLastRuns, listRuns } from './run-repo.ts';
import { listSources, type SourceRow } from './source-repo.ts';
import { changeSource, createSource, getSource, removeSource, requireSourceRights, runSourceNow } from './sources.ts';

/** Addresses of CSV files that are imported on a schedule, and the log of their runs. */
export function sourceHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const presentIn = (clientId: string, row: SourceRow) =>
    withTenant(clientId, (tx) => presentOne(tx, row), { readOnly: true });
  return {
    'GET /api/import-sources': async ({ actor }, { query }) => {
      const before = decodeTimeCursor(query.cursor);
      return withTenant(
        actor.clientId,
        async (tx) => {
          const rows = await listSources(tx, before, query.limit + 1);
          const { shown, next } = timePage(rows, query.limit, ({ created_at: at, id }) => ({ at, id }));
          return { status: 200, body: { data: await presentAll(tx, shown), next_cursor: next } };
        },
        { readOnly: true },
      );
    },
    'POST /api/import-sources': async (call, { body }) => {
      const { row, created } = await createSource(platform, call, body);
      return { status: created ? 201 : 200, body: await presentIn(call.actor.clientId, row) };
    },
    'POST /api/import-sources/preview': async (call, { body }) => {
      requireSourceRights(call);
      const { clientId } = call.actor;
      await requireAddress(platform, body.url);
      const { source_id: id } = body;
      const source =
        id === undefined ? null : await withTenant(clientId, (tx) => getSource(tx, id), { readOnly: true });
      const header = headerForPreview(platform, body.url, body.header, source);
      return { status: 200, body: await previewFile(platform, clientId, { url: body.url, header }) };
    },
    'GET /api/import-sources/{id}': async ({ actor }, { params }) =>
      withTenant(
        actor.clientId,
        async (tx) => ({ status: 200, body: await presentOne(tx, await getSource(tx, params.id)) }),
        { readOnly: true },
      ),
    'PUT /api/import-sources/{id}': async (call, { params, body }) => {
      const row = await changeSource(platform, call, params.id, body);
      return { status: 200, body: await presentIn(call.actor.clientId, row) };
    },
    'DELETE /api/import-sources/{id}': async (call, { params }) => {
      await withTenant(call.actor.clientId, (tx) => removeSource(tx, call, params.id));
      return { status: 204, body: undefined };
    },
    'POST /api/import-sources/{id}/run': async (call, { params }) => {
      const run = await withTenant(call.actor.clientId, async (tx) => {
        const id = await runSourceNow(tx, call, params.id);
        const [row] = await listLastRuns(tx, [params.id]);
        if (row?.id !== id) throw new Error('a run that was just added is not the last');
        return row;
      });
      notifyJobs(platform);
      return { status: 202, body: presentRun(run) };
    },
    'GET /api/import-sources/{id}/runs': async ({ actor }, { params, query }) => {
      const before = decodeTimeCursor(query.cursor);
      const rows = await withTenant(
        actor.clientId,
        async (tx) => {
          const { id } = await getSource(tx, params.id);
          return listRuns(tx, id, query.state ?? null, before, query.limit + 1);
        },
        { readOnly: true },
      );
      const { shown, next } = timePage(rows, query.limit, ({ created_at: at, id }) => ({ at, id }));
      return { status: 200, body: { data: shown.map(presentRun), next_cursor: next } };
    },
  };
}

async function presentAll(tx: TenantTx, rows: readonly SourceRow[]): Promise<ImportSource[]> {
  const ids = rows.map(({ id }) => id);
  const [last, counts] = await Promise.all([listLastRuns(tx, ids), countRuns(tx, ids)]);
  const lastOf = new Map(last.map((run) => [run.source_id, run]));
  const countsOf = new Map(counts.map((one) => [one.source_id, one]));
  return rows.map((row) => presentSource(row, lastOf.get(row.id), countsOf.get(row.id)));
}

async function presentOne(tx: TenantTx, row: SourceRow): Promise<ImportSource> {
  const [shown] = await presentAll(tx, [row]);
  if (shown === undefined) throw new Error('a row was not presented');
  return shown;
}
