import { Readable } from 'node:stream';
import type { Selection } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import { hintJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { seerOf, visibilityOf } from '../team/public.ts';
import { assigneeOf, contextOf, presentBulk, type StoredAct, startBulk, whichOf } from './bulk.ts';
import { type BulkRow, findBulk } from './bulk-repo.ts';
import { hashOf, idOf } from './contacts.ts';
import { sheetOf } from './export.ts';
import { readExportPart, removeExport } from './export-repo.ts';
import { countContacts } from './table-repo.ts';

const countUpTo = 10_000;

function exportNotFound(): AppError {
  return new AppError('not_found', { message: 'This export was not found. Export the contacts again.' });
}

/** Files of contacts that are written behind the answer. */
export function exportHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'POST /api/contacts/exports': async (call, { body }) => {
      const { actor } = call;
      const id = idOf(call, 'POST /api/contacts/exports', body.id);
      const row = await withTenant(actor.clientId, (tx) => begin(tx, actor, id, body.selection));
      hintJobs(platform);
      return { status: 202, body: row };
    },
    'GET /api/contacts/exports/{id}/file': async ({ actor }, { params }) => {
      const { id } = await withTenant(actor.clientId, (tx) => ownExport(tx, actor, params.id), { readOnly: true });
      async function* parts(): AsyncGenerator<string> {
        for (let no = 0; ; no++) {
          const body = await withTenant(actor.clientId, (tx) => readExportPart(tx, id, no), { readOnly: true });
          if (body === null) return;
          if (body !== '') yield body;
        }
      }
      return { status: 200, body: Readable.from(parts(), { objectMode: false }), fileName: 'contacts.csv' };
    },
    'DELETE /api/contacts/exports/{id}': async ({ actor }, { params }) => {
      const gone =
        isUuid(params.id) && (await withTenant(actor.clientId, (tx) => removeExport(tx, params.id, actor.author)));
      if (!gone) throw exportNotFound();
      return { status: 204, body: undefined };
    },
  };
}

/** @returns the export of this actor whose file is there. @throws AppError not_found, forbidden */
async function ownExport(tx: TenantTx, actor: AccountActor, id: string): Promise<BulkRow> {
  const row = isUuid(id) ? await findBulk(tx, id) : null;
  if (row === null || row.kind !== 'export' || row.created_by !== actor.author || row.file_bytes === null) {
    throw exportNotFound();
  }
  const { seer } = row.act as Extract<StoredAct, { kind: 'export' }>;
  if (visibilityOf(seer).key === visibilityOf(actor).key) return row;
  throw new AppError('forbidden', {
    message: 'What you may see has changed since this file was written. Export the contacts again.',
  });
}

async function begin(tx: TenantTx, actor: AccountActor, id: string, selection: Selection) {
  const requestHash = hashOf({ selection });
  const there = await findBulk(tx, id);
  if (there !== null) {
    if (there.request_hash.equals(requestHash)) return presentBulk(there);
    throw new AppError('id_conflict', { message: 'Another act has this id.' });
  }
  const context = await contextOf(tx, actor);
  const which = { ...whichOf(selection), assignee: assigneeOf(actor), real: true };
  // Says what is wrong with a filter now, not behind the answer.
  const { count: total } = await countContacts(tx, context, which, countUpTo);
  const { fields } = await sheetOf(tx);
  const act: StoredAct = { kind: 'export', fields: fields.map(({ no }) => no), seer: seerOf(actor) };
  const stored = { which, masked: context.masked };
  return startBulk(tx, { id, act, selection: stored, total, author: actor.author, requestHash });
}
