import type { AccountExport } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueJobs, notifyJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireRecent } from '../../identity/public.ts';
import { exportKind } from './export-job.ts';
import { createExportLinks } from './export-link.ts';
import { readPassword, sealPassword } from './export-password-repo.ts';
import { cancelExport, type ExportRow, findLatestExport, insertExport } from './export-repo.ts';

function presentExport(row: ExportRow): AccountExport {
  const { id, state, error, done, total, size_bytes, encrypted, created_by, created_at, expires_at } = row;
  return {
    id,
    state,
    error,
    done,
    total,
    remaining_s: secondsLeft(row),
    encrypted,
    size_bytes,
    created_by,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
  };
}

function secondsLeft({ state, done, total, started_at: startedAt, now }: ExportRow): number | null {
  if (state !== 'running' || startedAt === null || done === 0) return null;
  return Math.ceil(((now.getTime() - startedAt.getTime()) * (total - done)) / done / 1_000);
}

/** Everything of the account in one file: for Owners. */
export function exportHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const links = createExportLinks(platform);
  return {
    'POST /api/client/export': async ({ actor }, { body }) => {
      requireRecent(actor);
      const { clientId } = actor;
      const id = newId();
      const password = body.password === undefined ? null : sealPassword(platform, clientId, id, body.password);
      const row = await withTenant(clientId, async (tx) => {
        const made = await insertExport(tx, { id, userId: actor.uid, password });
        // A repeated request returns the one that is in progress.
        if (made === null) return requireSamePassword(platform, tx, await findLatestExport(tx), body.password);
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
    'POST /api/client/export/cancel': async ({ actor }) => {
      const row = await withTenant(actor.clientId, async (tx) => {
        await cancelExport(tx);
        return findLatestExport(tx);
      });
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

/** Nobody gets a file that opens otherwise than they asked. */
async function requireSamePassword(
  platform: Platform,
  tx: TenantTx,
  row: ExportRow | null,
  password: string | undefined,
): Promise<ExportRow | null> {
  if (row === null || (await readPassword(tx, platform, row.id)) === (password ?? null)) return row;
  throw invalid('password', 'An export with another password, or without one, is being written. Cancel it first.');
}
