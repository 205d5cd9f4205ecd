import type { AccountExport } from '@parley/contract/types';
import { AppError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueJobs, notifyJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireRecent } from '../../identity/public.ts';
import { exportKind } from './export-job.ts';
import { createExportLinks } from './export-link.ts';
import { type ExportRow, findLatestExport, insertExport } from './export-repo.ts';

function presentExport(row: ExportRow): AccountExport {
  const { id, state, error, done, total, size_bytes, created_by, created_at, expires_at } = row;
  return {
    id,
    state,
    error,
    done,
    total,
    size_bytes,
    created_by,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
  };
}

/** Everything of the account in one file: for Owners. */
export function exportHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const links = createExportLinks(platform);
  return {
    'POST /api/client/export': async ({ actor }) => {
      requireRecent(actor);
      const row = await withTenant(actor.clientId, async (tx) => {
        const made = await insertExport(tx, newId(), actor.uid);
        // A repeated request returns the one that is in progress.
        if (made === null) return findLatestExport(tx);
        const job = { clientId: tx.clientId, kind: exportKind, payload: { export_id: made.id } };
        await enqueueJobs(tx, [{ ...job, key: exportKind, weight: 'light' }]);
        return made;
      });
      if (row === null) throw new AppError('unavailable', { message: 'An export just ended. Try again.' });
      notifyJobs(platform);
      return { status: 202, body: presentExport(row) };
    },
    'GET /api/client/export': async ({ actor }) => {
      const row = await withTenant(actor.clientId, findLatestExport, { readOnly: true });
      return { status: 200, body: { file: row === null ? null : presentExport(row) } };
    },
    'POST /api/client/export/link': async ({ actor }) => {
      requireRecent(actor);
      const row = await withTenant(actor.clientId, findLatestExport, { readOnly: true });
      if (row?.state !== 'done') throw new AppError('not_found', { message: 'There is no file. Export first.' });
      return { status: 200, body: links.linkOf(actor.clientId, row.id) };
    },
  };
}
